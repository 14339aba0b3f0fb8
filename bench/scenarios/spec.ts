import type { Report } from '../load/job.ts';
import { runLoad } from '../load/run-load.ts';
import { present } from '../measure/figures.ts';
import { jobFor, measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import { startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

/** What the specification asks of the endpoint. */
const RATE = 10_000;
const LIMITS_MS = { p50Ms: 50, p95Ms: 100, p99Ms: 200 } as const;

const WORKERS = 2;

/** The specification's own figure: 10,000 requests a second, held for a minute, with nothing refused. */
export const spec: Scenario = {
  summary: '10,000 requests/s for a minute on two workers, with the latencies of the specification',
  async run(pace) {
    const one = { server: await startInProcess({ workers: WORKERS }), bodies: bodiesOf() };
    await measureInRounds([one], { ...pace, rounds: 1 });
    const times = { warmUpMs: pace.warmUpMs, measureMs: pace.specMs };
    const report = await runLoad(jobFor({ ...one, ratePerSecond: RATE }, times));
    const { perSecond, latency } = report;
    const { p50Ms, p95Ms, p99Ms, maxMs } = latency;
    return [
      {
        scenario: 'spec',
        name: `${RATE.toLocaleString('en')}/s for ${pace.specMs / 1000} s`,
        figures: present({ perSecond, p50Ms, p95Ms, p99Ms, maxMs, cpuUs: cpuUsOf(report) }),
        notes: notesOf(report),
      },
    ];
  },
};

function cpuUsOf({ serverCpuSec, answers }: Report): number | undefined {
  return serverCpuSec === null || answers === 0 ? undefined : (serverCpuSec * 1e6) / answers;
}

function notesOf({ statuses, latency, unanswered, sentLateMsP99 }: Report): readonly string[] {
  const others = Object.entries(statuses).filter(([status]) => status !== '200');
  const exceeded = Object.entries(LIMITS_MS).filter(
    ([name, limit]) => latency[name as keyof typeof LIMITS_MS] >= limit,
  );
  return [
    others.length === 0
      ? 'nothing was refused'
      : `answers other than 200: ${others.map(([status, count]) => `${count} of ${status}`).join(', ')}`,
    exceeded.length === 0
      ? 'all latencies are within the specification'
      : `beyond the specification: ${exceeded.map(([name]) => name).join(', ')}`,
    ...(unanswered > 0 ? [`${unanswered} requests were not answered in time`] : []),
    `requests left up to ${sentLateMsP99.toFixed(1)} ms late (p99), which is in the figures`,
  ];
}
