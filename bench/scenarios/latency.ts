import { bodiesOf } from '../demand/requests.ts';
import type { Report } from '../load/job.ts';
import {
  median,
  notesOn,
  p99MsOf,
  present,
  rateOf,
  ratioOf,
  spread,
  sum,
  toOther,
} from '../measure/figures.ts';
import { findHeldRate, type HeldRate } from '../measure/held-rate.ts';
import { type Case, measureInRounds, type Pace } from '../measure/rounds.ts';
import type { Figures, Row } from '../rows.ts';
import { startEcho, startInProcess } from '../servers.ts';

const SHARES = [0.25, 0.5, 0.75, 0.9];

/** A generator that is later than this measures itself. */
const SENT_LATE_MS_MAX = 5;

/** How long answers take when requests come at a rate of their own. */
export async function latency(pace: Pace): Promise<readonly Row[]> {
  const bodies = bodiesOf();
  const echo = await startEcho();
  const parley = { server: await startInProcess({ workers: 1 }), bodies };
  const found: HeldRate[] = [];
  // Anew in each round: a host whose speed changes would make half of what it holds all that it holds.
  const before = async () => {
    found.push(await findHeldRate(parley, pace));
  };
  const cases = SHARES.flatMap((share, place): readonly Case[] => {
    const ratePerSecond = () => Math.max(1, Math.round((found.at(-1)?.held ?? 1) * share));
    const own = { ...parley, ratePerSecond };
    return [place === 0 ? { ...own, before } : own, { ...own, server: echo }];
  });
  const reports = await measureInRounds(cases, pace);
  const closedLoop = found.map((rate) => rate.closedLoop);
  const held = found.map((rate) => rate.held);
  return [
    rateRow('closed loop', closedLoop.map(rateOf), notesOn(closedLoop, 1)),
    rateRow('held in an open loop', held, []),
    ...SHARES.map((share, place): Row => {
      const own = reports[2 * place] ?? [];
      const bare = reports[2 * place + 1] ?? [];
      return {
        name: `${share * 100} % of what it holds`,
        figures: {
          ...latencyFigures(own),
          ...present({
            offeredPerSecond: median(held.map((rate) => rate * share)),
            p99ToEcho: ratioOf(own, bare, p99MsOf),
          }),
        },
        notes: notesOf(own, bare),
      };
    }),
  ];
}

function rateRow(name: string, rates: readonly number[], notes: readonly string[]): Row {
  return { name, figures: present({ perSecond: spread(rates) }), notes };
}

export function latencyFigures(reports: readonly Report[]): Figures {
  const of = (name: keyof Report['latency']) => median(reports.map(({ latency }) => latency[name]));
  return present({
    perSecond: median(reports.map(rateOf)),
    p50Ms: of('p50Ms'),
    p90Ms: of('p90Ms'),
    p95Ms: of('p95Ms'),
    p99Ms: spread(reports.map(p99MsOf)),
    p999Ms: of('p999Ms'),
    maxMs: of('maxMs'),
    p99ToOther: toOther(reports, p99MsOf),
  });
}

function notesOf(own: readonly Report[], echo: readonly Report[]): readonly string[] {
  const late = median([...own, ...echo].map(({ sentLateMsP99 }) => sentLateMsP99)) ?? 0;
  const unanswered = sum(own.map((report) => report.unanswered));
  return [
    `the echo’s p99 ${median(echo.map(p99MsOf))?.toFixed(2)} ms`,
    ...(unanswered > 0 ? [`${unanswered} requests were not answered in time`] : []),
    ...(late > SENT_LATE_MS_MAX
      ? [`the generator was short of CPU: requests left ${late.toFixed(1)} ms late (p99)`]
      : []),
  ];
}
