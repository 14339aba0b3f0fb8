import type { Aim } from '../aims.ts';
import type { Report } from '../load/job.ts';
import {
  cpuUsOf,
  median,
  p99MsOf,
  present,
  rateOf,
  refusedOf,
  spread,
  sum,
  throughputFigures,
  toOther,
} from '../measure/figures.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Figures } from '../rows.ts';
import { startEcho, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

/** What the specification asks of the endpoint. */
const RATE = 10_000;
const LIMITS_MS = { p50Ms: 50, p95Ms: 100, p99Ms: 200 } as const;

const WORKERS = 2;
const NAME = `${RATE.toLocaleString('en')}/s`;
/** Two cores have 200 µs for each request, the generator's part included. */
const FAST = { echoUsMax: 20 } as const;

const AIMS: readonly Aim[] = [
  { what: 'p99 in ms', row: NAME, figure: 'p99Ms', bound: ['<', 50], where: FAST },
  {
    what: 'requests refused or not answered',
    row: NAME,
    figure: 'refused',
    bound: ['≤', 0],
    where: FAST,
  },
];

/** The specification's own figure: 10,000 requests a second, held for a minute, with nothing refused. */
export const spec: Scenario = {
  summary: '10,000 requests/s for a minute on two workers, with the latencies of the specification',
  aims: AIMS,
  async run(pace) {
    const bodies = bodiesOf();
    const [echo = []] = await measureInRounds([{ server: await startEcho(), bodies }], pace);
    const one = { server: await startInProcess({ workers: WORKERS }), bodies, ratePerSecond: RATE };
    const { specMs: measureMs, specRounds: rounds } = pace;
    const [reports = []] = await measureInRounds([one], { ...pace, measureMs, rounds });
    return [
      { scenario: 'spec', name: 'echo', figures: throughputFigures(echo), notes: [] },
      { scenario: 'spec', name: NAME, figures: figuresOf(reports), notes: reports.map(noteOn) },
    ];
  },
};

function figuresOf(reports: readonly Report[]): Figures {
  const of = (name: keyof Report['latency']) => spread(reports.map(({ latency }) => latency[name]));
  return present({
    offeredPerSecond: RATE,
    perSecond: median(reports.map(rateOf)),
    cpuUs: spread(reports.map(cpuUsOf)),
    cpuToOther: toOther(reports, cpuUsOf),
    p50Ms: of('p50Ms'),
    p95Ms: of('p95Ms'),
    p99Ms: of('p99Ms'),
    maxMs: median(reports.map(({ latency }) => latency.maxMs)),
    p99ToOther: toOther(reports, p99MsOf),
    refused: sum(reports.map((report) => refusedOf(report) + report.unanswered)),
  });
}

function noteOn({ statuses, seconds, latency, other, ...report }: Report): string {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`);
  const exceeded = Object.entries(LIMITS_MS).filter(
    ([name, limit]) => latency[name as keyof typeof LIMITS_MS] >= limit,
  );
  const beyond = exceeded.map(([name]) => name.replace('Ms', '')).join(', ');
  return [
    `in ${seconds.toFixed(0)} s ${answers.join(', ')}, ${report.unanswered} without an answer`,
    exceeded.length === 0 ? 'all latencies as specified' : `beyond the specification: ${beyond}`,
    `the generator was up to ${report.sentLateMsP99.toFixed(1)} ms late (p99)`,
    ...(other === undefined
      ? []
      : [`other checkout: p99 ${other.latency.p99Ms.toFixed(1)} ms, ${refusedOf(other)} refused`]),
  ].join('; ');
}
