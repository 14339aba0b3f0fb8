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
