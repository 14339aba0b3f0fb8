import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { bodiesOf } from '../demand/requests.ts';
import { measureAllocations } from '../measure/allocations.ts';
import {
  notesOn,
  present,
  rateOf,
  ratioOf,
  throughputFigures,
  toEcho,
} from '../measure/figures.ts';
import { measureInRounds, type Pace } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { type Env, startEcho, startInProcess } from '../servers.ts';

/** The English sample campaigns, without the shop. */
export const HOUSE: PartnerConfig = {
  name: 'house',
  kind: 'campaigns',
  path: new URL('../../src/demand/campaigns/default-campaigns.yaml', import.meta.url).pathname,
};

/** Full load on one server at a time, with demand that is part of it. */
export async function endpoint(pace: Pace): Promise<readonly Row[]> {
  const bodies = bodiesOf();
  const embedded = await startInProcess({ workers: 1 });
  const cases = [
    { name: 'echo', workers: 1, server: await startEcho(), bodies },
    { name: 'one worker', workers: 1, server: embedded, bodies },
    { name: 'two workers', workers: 2, server: await startInProcess({ workers: 2 }), bodies },
    {
      name: 'one worker, campaigns only',
      workers: 1,
      server: await startInProcess({ workers: 1, partners: [HOUSE] }),
      bodies,
    },
    {
      name: 'one worker, each search new',
      workers: 1,
      server: embedded,
      bodies: bodiesOf({ newSearch: true }),
    },
  ];
  const reports = await measureInRounds(cases, pace);
  const start = (env: Env) => startInProcess({ workers: 1, env });
  const allocations = await measureAllocations(start, bodies, pace);
  const [echo = [], first = []] = reports;
  return cases.map(({ name, workers }, place): Row => {
    const own = reports[place] ?? [];
    const rateToOne = workers > 1 ? ratioOf(own, first, rateOf) : undefined;
    return {
      name,
      figures: {
        ...throughputFigures(own),
        ...toEcho(own, echo),
        ...present({ rateToOne }),
        ...(place === 1 ? allocations : {}),
      },
      notes: notesOn(own, workers),
    };
  });
}

/** What a request costs that nobody is asked about. */
export async function noPartner(pace: Pace): Promise<readonly Row[]> {
  const bodies = bodiesOf();
  const start = (env?: Env) =>
    startInProcess({ workers: 1, partners: [], ...(env === undefined ? {} : { env }) });
  const servers = [await startEcho(), await start()];
  const reports = await measureInRounds(
    servers.map((server) => ({ server, bodies })),
    pace,
  );
  const allocations = await measureAllocations(start, bodies, pace);
  const [echo = [], own = []] = reports;
  return [
    { name: 'echo', figures: throughputFigures(echo), notes: notesOn(echo, 1) },
    {
      name: 'one worker, no partners',
      figures: { ...throughputFigures(own), ...toEcho(own, echo), ...allocations },
      notes: notesOn(own, 1),
    },
  ];
}
