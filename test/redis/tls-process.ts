/** A machine that shares its limits through the Redis of a URL: says so, or why it cannot. */
import { startMachine } from './machine.ts';

const [url = ''] = process.argv.slice(2);
const { agent } = await startMachine({ kind: 'server', url });
const giveUpMs = performance.now() + 30_000;
const isShared = () => agent.status().every((one) => one.isShared);
const reason = () => agent.status().find((one) => one.reason !== undefined)?.reason;
/** What a Redis says that is there. On a busy machine it may be late, and is asked again. */
const isTold = () => reason()?.startsWith('no answer within') === false;
while (!isShared() && !isTold() && performance.now() < giveUpMs) await Bun.sleep(20);
process.stdout.write(`${isShared() ? 'shared' : `not shared: ${reason()}`}\n`);
agent.close();
process.exit(0);
