import type { Aim } from '../aims.ts';
import { HOUSE } from '../demand/house.ts';
import { measureAllocations } from '../measure/allocations.ts';
import {
  medianRatio,
  notesOn,
  present,
  rateOf,
  throughputFigures,
  toEcho,
} from '../measure/figures.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { type Env, startEcho, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const EMBEDDED = 'one worker';
const TWO = 'two workers';
const NOBODY = 'one worker, no partners';

const AIMS: readonly Aim[] = [
  {
    what: 'CPU of a request with embedded demand ÷ echo',
    row: EMBEDDED,
    figure: 'cpuToEcho',
    bound: ['≤', 4],
  },
  {
    what: 'CPU of a request without partners ÷ echo',
    row: NOBODY,
    figure: 'cpuToEcho',
    bound: ['≤', 2],
  },
  {
    what: 'kB that a request with embedded demand allocates on the heap',
    row: EMBEDDED,
    figure: 'heapKb',
    bound: ['≤', 16],
  },
  {
    what: 'rate of two workers ÷ one',
    row: TWO,
    figure: 'rateToOne',
    bound: ['≥', 1.7],
    where: { coresMin: 4 },
  },
];

/** Full load on one server at a time, with demand that is part of it. */
export const endpoint: Scenario = {
  summary: 'requests a second with embedded demand, one worker and two',
  aims: AIMS,
  async run(pace) {
    const bodies = bodiesOf();
    const one = { workers: 1 } as const;
    const embedded = await startInProcess(one);
    const cases = [
      { name: 'echo', workers: 1, server: await startEcho(), bodies },
      { name: EMBEDDED, workers: 1, server: embedded, bodies },
      { name: TWO, workers: 2, server: await startInProcess({ workers: 2 }), bodies },
      {
        name: 'one worker, campaigns only',
        workers: 1,
        server: await startInProcess({ ...one, partners: [HOUSE] }),
        bodies,
      },
      {
        name: NOBODY,
        workers: 1,
        server: await startInProcess({ ...one, partners: [] }),
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
    const start = (env: Env) => startInProcess({ ...one, env });
    const allocations = await measureAllocations(start, bodies, pace);
    const [echo = [], first = []] = reports;
    return cases.map(({ name, workers }, place): Row => {
      const own = reports[place] ?? [];
      const rateToOne = workers > 1 ? medianRatio(own, first, rateOf) : undefined;
      return {
        scenario: 'endpoint',
        name,
        figures: {
          ...throughputFigures(own),
          ...toEcho(own, echo),
          ...present({ rateToOne }),
          ...(name === EMBEDDED ? allocations : {}),
        },
        notes: notesOn(own, workers),
      };
    });
  },
};
