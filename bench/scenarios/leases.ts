import { cleanUp } from '../../test/process.ts';
import { startRedis } from '../../test/redis/redis-server.ts';
import { cpuUsOf, medianRatio, notesOn, present, throughputFigures } from '../measure/figures.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const SHARED = 'limits with Redis';

/** What limits across machines cost a request: the same server with Redis and without, in turns. */
export const leases: Scenario = {
  summary: 'CPU of a request whose limits are shared by Redis, beside one whose are not',
  aims: [
    {
      what: 'CPU of a request whose limits are shared ÷ not',
      row: SHARED,
      figure: 'cpuToFirst',
      bound: ['≤', 1.1],
    },
  ],
  async run(pace) {
    try {
      const { url } = await startRedis();
      const bodies = bodiesOf();
      const servers = [
        { name: 'limits without Redis', server: await startInProcess({ workers: 1 }) },
        {
          name: SHARED,
          server: await startInProcess({ workers: 1, env: { REDIS_URL: url } }),
        },
      ];
      const reports = await measureInRounds(
        servers.map(({ server }) => ({ server, bodies })),
        pace,
      );
      const [first = []] = reports;
      return servers.map(({ name }, place): Row => {
        const own = reports[place] ?? [];
        const cpuToFirst = medianRatio(own, first, cpuUsOf);
        const figures = { ...throughputFigures(own), ...present({ cpuToFirst }) };
        return { scenario: 'leases', name, figures, notes: notesOn(own, 1) };
      });
    } finally {
      await cleanUp();
    }
  },
};
