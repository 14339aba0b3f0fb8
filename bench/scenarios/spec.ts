import { bodiesOf } from '../demand/requests.ts';
import type { Report } from '../load/job.ts';
import {
  cpuUsOf,
  present,
  refusedOf,
  spread,
  sum,
  throughputFigures,
  toOther,
} from '../measure/figures.ts';
import { measureInRounds, type Pace } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { startEcho, startInProcess } from '../servers.ts';
import { latencyFigures } from './latency.ts';

/** What the specification asks of the endpoint: this rate for a minute with nothing refused, and these latencies. */
const RATE = 10_000;
const LIMITS_MS = { p50Ms: 50, p95Ms: 100, p99Ms: 200 } as const;

const WORKERS = 2;

export async function spec(pace: Pace): Promise<readonly Row[]> {
  const bodies = bodiesOf();
  const [echo = []] = await measureInRounds([{ server: await startEcho(), bodies }], pace);
  const one = { server: await startInProcess({ workers: WORKERS }), bodies, ratePerSecond: RATE };
  const { specMs: measureMs, specRounds: rounds } = pace;
  const [reports = []] = await measureInRounds([one], { ...pace, measureMs, rounds });
  return [
    { name: 'echo', figures: throughputFigures(echo) },
    {
      name: `${RATE.toLocaleString('en')}/s`,
      figures: {
        ...latencyFigures(reports),
        ...present({
          offeredPerSecond: RATE,
          cpuUs: spread(reports.map(cpuUsOf)),
          cpuToOther: toOther(reports, cpuUsOf),
          refused: sum(reports.map((report) => refusedOf(report) + report.unanswered)),
        }),
      },
      notes: reports.map(noteOn),
    },
  ];
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
    ...(other === undefined ? [] : [`the other commit refused ${refusedOf(other)}`]),
  ].join('; ');
}
