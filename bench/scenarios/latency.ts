import type { Aim } from '../aims.ts';
import type { Report } from '../load/job.ts';
import {
  median,
  medianRatio,
  notesOn,
  p99MsOf,
  present,
  rateOf,
  spread,
  sum,
  toOther,
} from '../measure/figures.ts';
import { findHeldRate, type HeldRate } from '../measure/held-rate.ts';
import { type Case, measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Figures, Row } from '../rows.ts';
import { startEcho, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const SHARES = [0.25, 0.5, 0.75, 0.9];
const nameOf = (share: number): string => `${share * 100} % of what it holds`;

/** A generator that is later than this measures itself. */
const SENT_LATE_MS_MAX = 5;

const AIMS: readonly Aim[] = [
  {
    what: 'p99 at half of what a worker holds in an open loop ÷ the echo’s at that rate',
    row: nameOf(0.5),
    figure: 'p99ToEcho',
    bound: ['≤', 5],
  },
];

/** How long answers take when requests come at a rate of their own. */
export const latency: Scenario = {
  summary: 'latency at 25, 50, 75 and 90 % of the rate that one worker holds in an open loop',
  aims: AIMS,
  async run(pace) {
    const bodies = bodiesOf();
    const echo = await startEcho();
    const parley = { server: await startInProcess({ workers: 1 }), bodies };
    const found: HeldRate[] = [];
    // Anew in each round: a host whose speed changes would make half of what it holds all that it holds.
    const findRate = async () => {
      found.push(await findHeldRate(parley, pace));
    };

    const cases = SHARES.flatMap((share, place): readonly Case[] => {
      const ratePerSecond = () => Math.max(1, Math.round((found.at(-1)?.held ?? 1) * share));
      const own = { ...parley, ratePerSecond };
      return [place === 0 ? { ...own, prepare: findRate } : own, { ...own, server: echo }];
    });
    const reports = await measureInRounds(cases, pace);
    const heldRates = found.map(({ held }) => held);
    const rows = SHARES.map((share, place): Row => {
      const own = reports[2 * place] ?? [];
      const bare = reports[2 * place + 1] ?? [];
      const doubt = doubtOf([...own, ...bare]);
      return {
        scenario: 'latency',
        name: nameOf(share),
        figures: {
          ...latencyFigures(own),
          ...present({
            offeredPerSecond: median(heldRates.map((held) => held * share)),
            p99ToEcho: medianRatio(own, bare, p99MsOf),
            p99ToOther: toOther(own, p99MsOf),
          }),
        },
        notes: notesOf(own, bare),
        ...(doubt === undefined ? {} : { doubt }),
      };
    });
    const closedLoop = found.map((rate) => rate.closedLoop);
    return [
      rateRow('closed loop', closedLoop.map(rateOf), notesOn(closedLoop, 1)),
      rateRow('held in an open loop', heldRates, []),
      ...rows,
    ];
  },
};

function rateRow(name: string, rates: readonly number[], notes: readonly string[]): Row {
  return { scenario: 'latency', name, figures: present({ perSecond: spread(rates) }), notes };
}

function latencyFigures(reports: readonly Report[]): Figures {
  const of = (name: keyof Report['latency']) => median(reports.map(({ latency }) => latency[name]));
  return present({
    perSecond: median(reports.map(rateOf)),
    p50Ms: of('p50Ms'),
    p90Ms: of('p90Ms'),
    p99Ms: spread(reports.map(p99MsOf)),
    p999Ms: of('p999Ms'),
    maxMs: of('maxMs'),
  });
}

function doubtOf(reports: readonly Report[]): string | undefined {
  const late = median(reports.map(({ sentLateMsP99 }) => sentLateMsP99)) ?? 0;
  return late > SENT_LATE_MS_MAX
    ? `the generator was short of CPU: requests left up to ${late.toFixed(1)} ms late (p99)`
    : undefined;
}

function notesOf(own: readonly Report[], echo: readonly Report[]): readonly string[] {
  const unanswered = sum(own.map((report) => report.unanswered));
  const generatorUs = median(
    own.map(({ generatorCpuSec, answers }) => (generatorCpuSec * 1e6) / Math.max(1, answers)),
  );
  return [
    `the echo’s p99 ${median(echo.map(p99MsOf))?.toFixed(2)} ms; ` +
      `the generator took ${generatorUs?.toFixed(0)} µs of CPU a request`,
    ...(unanswered > 0 ? [`${unanswered} requests were not answered in time`] : []),
  ];
}
