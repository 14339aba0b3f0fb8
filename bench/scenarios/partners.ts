import type { PartnerConfig } from '../../src/demand/kinds.ts';
import type { Report } from '../load/job.ts';
import {
  cpuUsOf,
  median,
  notesOn,
  present,
  throughputFigures,
  toEcho,
} from '../measure/figures.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { startEcho, startInProcess, startMockDsp } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const COUNTS = [0, 1, 3, 10];
const LATENCY_MS = '5-10';

/** Bidders in processes of their own: what asking them costs the exchange. */
export const partners: Scenario = {
  summary: 'with 1, 3 and 10 mock DSPs over HTTP, one worker',
  async run(pace) {
    const bodies = bodiesOf({ anyFormat: true });
    const dsps: PartnerConfig[] = [];
    while (dsps.length < Math.max(...COUNTS)) {
      const url = await startMockDsp(LATENCY_MS);
      dsps.push({ name: `dsp-${dsps.length + 1}`, kind: 'openrtb', url });
    }
    const echo = await startEcho();
    const servers = [];
    for (const count of COUNTS) {
      servers.push(await startInProcess({ workers: 1, partners: dsps.slice(0, count) }));
    }
    const all = await measureInRounds(
      [echo, ...servers].map((server) => ({ server, bodies })),
      pace,
    );
    const [bare = [], ...reports] = all;
    const cpuAlone = median((reports[0] ?? []).map(cpuUsOf));
    return COUNTS.map((count, place): Row => {
      const own = reports[place] ?? [];
      const cpu = median(own.map(cpuUsOf));
      const cpuPerCallUs =
        count === 0 || cpu === undefined || cpuAlone === undefined
          ? undefined
          : (cpu - cpuAlone) / count;
      const connectionsPerCall =
        count === 0 ? undefined : median(own.map((report) => newConnectionsPer(report, count)));
      return {
        scenario: 'partners',
        name: count === 1 ? '1 DSP' : `${count} DSPs`,
        figures: {
          ...throughputFigures(own),
          ...toEcho(own, bare),
          ...present({ cpuPerCallUs, connectionsPerCall }),
        },
        notes: notesOn(own, 1),
      };
    });
  },
};

/** In steady traffic there should be none: each costs the partner and us a handshake. */
function newConnectionsPer({ connectionsOpened, answers }: Report, calls: number): number | null {
  return connectionsOpened === null || answers === 0 ? null : connectionsOpened / (answers * calls);
}
