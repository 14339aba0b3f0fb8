import { HOUSE } from '../demand/house.ts';
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
import { startEcho, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

/** Full load on one server at a time, with demand that is part of it. */
export const endpoint: Scenario = {
  summary: 'requests a second with embedded demand, one worker and two',
  async run(pace) {
    const bodies = bodiesOf();
    const servers = [
      { name: 'echo', workers: 1, server: await startEcho() },
      { name: 'one worker', workers: 1, server: await startInProcess({ workers: 1 }) },
      { name: 'two workers', workers: 2, server: await startInProcess({ workers: 2 }) },
      {
        name: 'one worker, campaigns only',
        workers: 1,
        server: await startInProcess({ workers: 1, partners: [HOUSE] }),
      },
      {
        name: 'one worker, no partners',
        workers: 1,
        server: await startInProcess({ workers: 1, partners: [] }),
      },
    ];
    const reports = await measureInRounds(
      servers.map(({ server }) => ({ server, bodies })),
      pace,
    );
    const [echo = [], one = []] = reports;
    return servers.map(({ name, workers }, place): Row => {
      const own = reports[place] ?? [];
      const rateToOne = workers > 1 ? medianRatio(own, one, rateOf) : undefined;
      return {
        scenario: 'endpoint',
        name,
        figures: { ...throughputFigures(own), ...toEcho(own, echo), ...present({ rateToOne }) },
        notes: notesOn(own, workers),
      };
    });
  },
};
