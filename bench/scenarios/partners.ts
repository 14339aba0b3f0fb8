import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { bodiesOf } from '../demand/requests.ts';
import type { Report } from '../load/job.ts';
import {
  cpuUsOf,
  median,
  notesOn,
  present,
  throughputFigures,
  toEcho,
} from '../measure/figures.ts';
import { measureInRounds, type Pace } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { startEcho, startInProcess, startMockDsp } from '../servers.ts';

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

/** Bidders in processes of their own, with fresh ads in every answer: what asking them costs the exchange. */
export async function partners(pace: Pace): Promise<readonly Row[]> {
  const bodies = bodiesOf({ anyFormat: true });
  const dsps: Record<Kind, PartnerConfig[]> = { 'with notices': [], 'without notices': [] };
  const servers = [await startEcho()];
  for (const { count, kind } of CASES) {
    while (dsps[kind].length < count) {
      const url = await startMockDsp(LATENCY_MS, OPTIONS[kind]);
      const name = `dsp-${dsps[kind].length + 1}`;
      // Their notices are at this machine.
      dsps[kind].push({ name, kind: 'openrtb', url, internalNotices: true });
    }
    servers.push(await startInProcess({ workers: 1, partners: dsps[kind].slice(0, count) }));
  }
  const [bare = [], ...all] = await measureInRounds(
    servers.map((server) => ({ server, bodies, connections: CALLERS })),
    pace,
  );
  const cpuAlone = median((all[0] ?? []).map(cpuUsOf));
  return CASES.map(({ count, kind }, place): Row => {
    const own = all[place] ?? [];
    const cpu = median(own.map(cpuUsOf));
    const isKnown = count > 0 && cpu !== undefined && cpuAlone !== undefined;
    return {
      name: count === 0 ? 'no DSP' : `${count} DSP${count === 1 ? '' : 's'} ${kind}`,
      figures: {
        ...throughputFigures(own),
        ...toEcho(own, bare),
        ...present({
          cpuPerCallUs: isKnown ? (cpu - cpuAlone) / count : undefined,
          connectionsPerCall: median(own.map((report) => newConnectionsPer(report, count))),
        }),
      },
      notes: notesOn(own, 1),
    };
  });
}

/** In steady traffic there should be none: each costs the partner and us a handshake. */
function newConnectionsPer({ connectionsOpened, answers }: Report, calls: number): number | null {
  if (connectionsOpened === null || answers === 0 || calls === 0) return null;
  return connectionsOpened / (answers * calls);
}
