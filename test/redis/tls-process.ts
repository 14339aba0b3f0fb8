/** A machine that shares its limits through the Redis of a URL: says so, or why it cannot. */
import { isShared, startMachine } from './machine.ts';

const [url = ''] = process.argv.slice(2);
const machine = await startMachine(url);
const giveUpMs = performance.now() + 30_000;
const reason = () => machine.fleet.status()?.reason ?? undefined;
/** Before a Redis has said anything. On a busy machine it may be late, and is asked again. */
const WAITING = /^(no answer within|it was not asked yet)/;
const isTold = () => reason() !== undefined && !WAITING.test(reason() ?? '');
while (!isShared(machine) && !isTold() && performance.now() < giveUpMs) await Bun.sleep(20);
process.stdout.write(`${isShared(machine) ? 'shared' : `not shared: ${reason()}`}\n`);
machine.fleet.close();
process.exit(0);
