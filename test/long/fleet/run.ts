/**
 * `npm run fleet -- [--seconds <n> | --short] [--seed <n>] [--machines <n>] [--only <text>]`: a fleet under load, with
 * failures. Exits 1 if anything is wrong.
 */
import './folders-on-disk.ts';

import { parseArgs } from 'node:util';
import { cleanUp } from '../../process.ts';
import { endRun } from '../../test-run.ts';
import { runChaos } from './chaos.ts';
import { startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { rollOver } from './rolling.ts';
import { judge } from './verdict.ts';
import { startWatch } from './watch.ts';

const say = (text: string) => process.stdout.write(text);

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      machines: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
    },
  });
  const [seconds, seed, machines] = [values.seconds, values.seed, values.machines].map(Number);
  if (seconds === undefined || !(seconds >= 1) || seed === undefined || !Number.isInteger(seed)) {
    throw new Error('expected --seconds <1 or more> and --seed <a whole number>');
  }
  if (machines === undefined || !Number.isInteger(machines) || machines < 2 || machines > 16) {
    throw new Error('expected --machines <2 to 16>');
  }
  const { only } = values;
  return { seconds: values.short ? 'short' : seconds, seed, machines, only } as const;
}

/** The seconds since the start, before what happens then. */
function sayAt(text: string): void {
  say(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

async function main(): Promise<number> {
  const plan = readOptions();
  const { seed } = plan;
  sayAt(`seed ${seed}: a fleet of ${plan.machines} machines starts\n`);
  const fleet = await startFleet(plan.machines);
  const watch = startWatch(fleet);
  const load = startLoad(fleet.balancer.port);
  const troubles = await runChaos(fleet, plan, sayAt);
  sayAt('all machines are replaced by a newer version, one after the other\n');
  const rolled = await rollOver(fleet, load);
  await load.stop();
  await watch.stop();
  sayAt('everything is counted again\n');
  const findings = await judge(fleet, { load, watch, troubles, rolled });
  sayAt('it is counted\n');
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
