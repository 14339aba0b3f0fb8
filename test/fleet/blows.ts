import { workersOf } from '../soak/gauge.ts';
import type { Fleet } from './fleet.ts';
import type { FleetMachine, MachinePart } from './machine.ts';

/** One part fails for some time and comes back. */
export type Blow = {
  readonly name: string;
  /** The short plan has one blow of each kind. */
  readonly kind: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
};

/** Everything that can be done to the parts of a fleet. */
export function blowsOf(fleet: Fleet): readonly Blow[] {
  return [
    ...fleet.machines.flatMap(machineBlows),
    ...redisBlows(fleet),
    ...postgresBlows(fleet),
    ...balancerBlows(fleet),
    ...partnerBlows(fleet),
  ];
}

function machineBlows(machine: FleetMachine): readonly Blow[] {
  const { name, pid } = machine;
  const hang = (part: MachinePart, words: string): Blow => ({
    ...{ name: `${words} of ${name} hangs`, kind: `${words} of a machine hangs` },
    begin: () => machine.pause(part),
    end: machine.resume,
  });
  return [
    { name: `${name} is killed`, kind: 'machine killed', begin: machine.kill, end: machine.start },
    {
      ...{ name: `the worker of ${name} is killed`, kind: 'worker killed' },
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

const redisBlows = ({ redis }: Fleet): readonly Blow[] =>
  redis.nodes.flatMap((node, index) => {
    const name = `Redis node ${index + 1}`;
    return [
      { name: `${name} is killed`, kind: 'Redis killed', begin: node.kill, end: node.start },
      { name: `${name} hangs`, kind: 'Redis hangs', begin: node.pause, end: node.resume },
    ];
  });

const postgresBlows = ({ postgres }: Fleet): readonly Blow[] =>
  postgres.flatMap((server, index) => {
    const name = `Postgres ${index + 1}`;
    return [
      { name: `${name} is killed`, kind: `${name} killed`, begin: server.crash, end: server.start },
      { name: `${name} hangs`, kind: 'Postgres hangs', begin: server.pause, end: server.resume },
    ];
  });

function balancerBlows({ balancer }: Fleet): readonly Blow[] {
  const { kill, start, pause, resume } = balancer;
  return [
    { name: 'the balancer is killed', kind: 'balancer killed', begin: kill, end: start },
    { name: 'the balancer hangs', kind: 'balancer hangs', begin: pause, end: resume },
  ];
}

function partnerBlows({ dsp }: Fleet): readonly Blow[] {
  const failing = () => dsp.answer(() => new Response('no', { status: 500 }));
  const fine = () => dsp.answer(() => new Response(null, { status: 204 }));
  return [
    { name: 'the partner fails', kind: 'partner fails', begin: failing, end: fine },
    { name: 'the partner hangs', kind: 'partner hangs', begin: dsp.pause, end: dsp.resume },
  ];
}
