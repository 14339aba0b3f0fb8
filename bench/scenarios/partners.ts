import type { PartnerConfig } from '../../src/demand/kinds.ts';
import type { Aim } from '../aims.ts';
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

const LATENCY_MS = '5-10';
const CALLERS = 32;

/** No two answers are the same: not their ids, texts, URLs or prices. */
const FRESH = ['--fresh-ads', '--price', '0.6-4'];

type Kind = 'with notices' | 'without notices';
const OPTIONS: Readonly<Record<Kind, readonly string[]>> = {
  'with notices': FRESH,
  'without notices': [...FRESH, '--no-notices'],
};

const CASES: readonly { readonly count: number; readonly kind: Kind }[] = [
  { count: 0, kind: 'without notices' },
  { count: 1, kind: 'without notices' },
  { count: 3, kind: 'without notices' },
  { count: 3, kind: 'with notices' },
  { count: 10, kind: 'with notices' },
];

const nameOf = (count: number, kind: Kind): string =>
  count === 0 ? 'no DSP' : `${count === 1 ? '1 DSP' : `${count} DSPs`} ${kind}`;

const aimOf = (kind: Kind): Aim => ({
  what: `CPU of an auction with three HTTP partners ${kind} ÷ echo`,
  row: nameOf(3, kind),
  figure: 'cpuToEcho',
  bound: ['≤', 10],
});

/** Bidders in processes of their own, with fresh ads in every answer: what asking them costs the exchange. */
export const partners: Scenario = {
  summary: 'with 1, 3 and 10 mock DSPs over HTTP, fresh ads, with and without notices, one worker',
  aims: [aimOf('without notices'), aimOf('with notices')],
  async run(pace) {
    const bodies = bodiesOf({ anyFormat: true });
    const dsps: Readonly<Record<Kind, PartnerConfig[]>> = {
      'with notices': [],
      'without notices': [],
    };
    const echo = await startEcho();
    const servers = [];
    for (const { count, kind } of CASES) {
      while (dsps[kind].length < count) {
        const url = await startMockDsp(LATENCY_MS, OPTIONS[kind]);
        const name = `dsp-${dsps[kind].length + 1}`;
        // Their notices are at this machine.
        dsps[kind].push({ name, kind: 'openrtb', url, internalNotices: true });
      }
      servers.push(await startInProcess({ workers: 1, partners: dsps[kind].slice(0, count) }));
    }
    const all = await measureInRounds(
      [echo, ...servers].map((server) => ({ server, bodies, connections: CALLERS })),
      pace,
    );
    const [bare = [], alone = []] = all;
    const cpuAlone = median(alone.map(cpuUsOf));
    return CASES.map(({ count, kind }, place): Row => {
      const own = all[place + 1] ?? [];
      const cpu = median(own.map(cpuUsOf));
      const cpuPerCallUs =
        count === 0 || cpu === undefined || cpuAlone === undefined
          ? undefined
          : (cpu - cpuAlone) / count;
      const connectionsPerCall =
        count === 0 ? undefined : median(own.map((report) => newConnectionsPer(report, count)));
      return {
        scenario: 'partners',
        name: nameOf(count, kind),
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
