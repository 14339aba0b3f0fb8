/** `npm run fleet -- [--seconds <n>] [--seed <n>]`: a fleet under load, with failures. Exits 1 if anything is wrong. */
import { parseArgs } from 'node:util';
import { cleanUp } from '../process.ts';
import { endRun } from '../test-run.ts';
import { runChaos } from './chaos.ts';
import { startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { rollOver } from './rolling.ts';
import { judge } from './verdict.ts';

const say = (text: string) => process.stdout.write(text);

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  if (!(seconds >= 1) || !Number.isInteger(seed)) {
    throw new Error('expected --seconds <1 or more> and --seed <a whole number>');
  }
  return { seconds, seed };
}

async function main(): Promise<number> {
  const { seconds, seed } = readOptions();
  say(`seed ${seed}: the fleet starts\n`);
  const fleet = await startFleet();
  const load = startLoad(fleet.balancer.port);
  const troubles = await runChaos(fleet, { seed, seconds, say });
  say('all machines are replaced, one after the other\n');
  const { fromMs: rolledFromMs } = await rollOver(fleet);
  await load.stop();
  const findings = await judge(fleet, load, { troubles, rolledFromMs });
  const { requests, sold, shed, limited } = load.counts;
  say(`\n${requests} requests, ${sold} sold, ${limited} over the limit, ${shed} shed, `);
  say(`${load.failures.length} without an answer of a machine; ${troubles.length} failures\n`);
  for (const { words, faults } of findings) {
    say(`${faults.length === 0 ? 'right' : 'WRONG'}  ${words}\n`);
    for (const fault of faults.slice(0, 5)) say(`       ${fault}\n`);
  }
  const isRight = findings.every(({ faults }) => faults.length === 0);
  say(isRight ? 'verdict: right\n' : `verdict: WRONG (seed ${seed})\n`);
  return isRight ? 0 : 1;
}

let code = 1;
try {
  code = await main();
} catch (error) {
  say(`${(error as Error).message}\n`);
}
await cleanUp();
await endRun();
process.exit(code);
