import type { Blow } from './blow.ts';
import { databaseBlows } from './database-blows.ts';
import type { Fleet } from './fleet.ts';
import { folderBlows } from './folder-blows.ts';
import { machineBlows } from './machine-blows.ts';

/** Everything that can be done to the parts of a fleet. */
export function blowsOf(fleet: Fleet): readonly Blow[] {
  return [
    ...machineBlows(fleet),
    ...folderBlows(fleet),
    ...databaseBlows(fleet),
    ...redisBlows(fleet),
    ...balancerBlows(fleet),
    ...partnerBlows(fleet),
  ];
}

function redisBlows({ redis }: Fleet): readonly Blow[] {
  const { kill, start, pause, resume } = redis;
  const stalls = 'none';
  return [
    { name: 'Redis is killed', kind: 'Redis killed', begin: kill, end: start, stalls },
    { name: 'Redis hangs', kind: 'Redis hangs', begin: pause, end: resume, stalls },
  ];
}

function balancerBlows({ balancer }: Fleet): readonly Blow[] {
  const { kill, start, pause, resume } = balancer;
  const stalls = 'none';
  return [
    { name: 'the balancer is killed', kind: 'balancer killed', begin: kill, end: start, stalls },
    { name: 'the balancer hangs', kind: 'balancer hangs', begin: pause, end: resume, stalls },
  ];
}

function partnerBlows({ dsp }: Fleet): readonly Blow[] {
  const failing = () => dsp.answer(() => new Response('no', { status: 500 }));
  const fine = () => dsp.answer(() => new Response(null, { status: 204 }));
  const stalls = 'none';
  return [
    { name: 'the partner fails', kind: 'partner fails', begin: failing, end: fine, stalls },
    {
      name: 'the partner hangs',
      kind: 'partner hangs',
      stalls,
      begin: dsp.pause,
      end: dsp.resume,
    },
  ];
}
