import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import { BUILT_RELEASE } from '../../process.ts';
import { workersOf } from '../soak/gauge.ts';
import type { Blow } from './blow.ts';
import type { Fleet } from './fleet.ts';
import type { FleetMachine, MachinePart } from './machine.ts';

export function machineBlows({ machines }: Fleet): readonly Blow[] {
  return [
    ...machines.flatMap(ownBlows),
    ...machines.flatMap((machine, index) => {
      const next = machines[(index + 1) % machines.length];
      return next === undefined || next === machine ? [] : bothDie(machine, next);
    }),
    // The clock is changed by what Bun loads first, which a single executable does not look for.
    ...(BUILT_RELEASE === undefined ? machines.map(clockAhead) : []),
  ];
}

function ownBlows(machine: FleetMachine): readonly Blow[] {
  const { name, pid } = machine;
  const stalls = [name];
  const hang = (part: MachinePart, words: string): Blow => ({
    name: `${words} of ${name} hangs`,
    kind: `${words} of a machine hangs`,
    stalls,
    begin: () => machine.pause(part),
    end: machine.resume,
  });
  return [
    {
      name: `${name} is killed`,
      kind: 'machine killed',
      stalls,
      begin: machine.kill,
      end: () => machine.start(),
    },
    {
      name: `the worker of ${name} is killed`,
      kind: 'worker killed',
      stalls,
      begin() {
        for (const worker of workersOf(pid() ?? 0)) process.kill(worker, 'SIGKILL');
      },
      // Its supervisor starts another one.
      end: () => {},
    },
    hang('all', 'everything'),
    hang('supervisor', 'the supervisor'),
    hang('worker', 'the worker'),
  ];
}

const BETWEEN_DEATHS_MS = 1000;

/** What the first has claimed of the budgets waits for its return, and then for that of the second. */
function bothDie(first: FleetMachine, second: FleetMachine): Blow {
  return {
    name: `${first.name} is killed, and ${second.name} while it is dead`,
    kind: 'second machine killed',
    stalls: [first.name, second.name],
    async begin() {
      await first.kill();
      await Bun.sleep(BETWEEN_DEATHS_MS);
      await second.kill();
    },
    async end() {
      await first.start();
      await second.start();
    },
  };
}

const CLOCK_AHEAD = {
  env: { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'clock-ahead.ts')}` },
};

/** Its facts and claims would be those of another time: it has to notice, and leave selling to the others. */
function clockAhead(machine: FleetMachine): Blow {
  const { name, port } = machine;
  const saysSo = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (response) => response.status === 503 && (await response.text()).includes('clock'),
      () => false,
    );
  let hasNoticed = false;
  return {
    name: `the clock of ${name} is 40 s ahead`,
    kind: 'clock ahead',
    stalls: [name],
    async begin() {
      await machine.stop();
      await machine.start(CLOCK_AHEAD);
    },
    async end() {
      hasNoticed = await eventually(saysSo).then(
        () => true,
        () => false,
      );
      await machine.stop();
      await machine.start();
    },
    report: () => ({
      isAhead: true,
      faults: hasNoticed ? [] : [`${name} sells while its clock is ahead`],
    }),
  };
}
