import type { Report } from '../load/job.ts';
import { runLoad } from '../load/run-load.ts';
import {
  cpuUsOf,
  medianRatio,
  notesOn,
  present,
  rateOf,
  throughputFigures,
} from '../measure/figures.ts';
import { jobFor } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import { startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

/** The difference is far below the noise of a round. */
const ROUNDS_TIMES = 3;

const LISTENED = 'one live stream';

/** What a console that is open costs those who bid: the same server, in turns with and without a listener. */
export const console: Scenario = {
  summary: 'requests a second with and without an open live stream of the console',
  aims: [
    {
      what: 'rate with an open live stream ÷ without',
      row: LISTENED,
      figure: 'rateToFirst',
      bound: ['≥', 0.97],
    },
  ],
  async run(pace) {
    const bodies = bodiesOf();
    const server = await startInProcess({ workers: 1 });
    const measure = (times: { readonly warmUpMs: number; readonly measureMs: number }) =>
      runLoad(jobFor({ server, bodies }, times));
    await measure({ warmUpMs: 0, measureMs: pace.firstMs });

    const without: Report[] = [];
    const listened: Report[] = [];
    for (let round = 0; round < pace.rounds * ROUNDS_TIMES; round++) {
      const alone = async () => without.push(await measure(pace));
      const inCompany = async () => {
        const stop = await listen(`http://localhost:${server.adminPort}/api/live`);
        listened.push(await measure(pace));
        stop();
      };
      // Whoever comes second in a round must not always be the same.
      const turns = round % 2 === 0 ? [alone, inCompany] : [inCompany, alone];
      for (const turn of turns) await turn();
    }

    return [
      {
        scenario: 'console',
        name: 'nobody listens',
        figures: throughputFigures(without),
        notes: notesOn(without, 1),
      },
      {
        scenario: 'console',
        name: LISTENED,
        figures: {
          ...throughputFigures(listened),
          ...present({
            rateToFirst: medianRatio(listened, without, rateOf),
            cpuToFirst: medianRatio(listened, without, cpuUsOf),
          }),
        },
        notes: notesOn(listened, 1),
      },
    ];
  },
};

/** Reads the stream as a browser would; resolves once events come. */
async function listen(url: string): Promise<() => void> {
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  const reader = response.body?.getReader();
  if (!response.ok || reader === undefined) throw new Error(`${url} answered ${response.status}`);
  await reader.read();
  const follow = async () => {
    while (!(await reader.read()).done);
  };
  follow().catch(() => {});
  return () => leaving.abort();
}
