import { limitsNow } from '../../host/admin/limits.ts';
import type { Host } from '../../host/host.ts';
import { POINTS, type Point } from '../../host/observe/history.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { funnelOf } from './funnel.ts';

export type Live = DeepReadonly<Awaited<ReturnType<typeof liveNow>>>;

/** The figures of the last 15 minutes, and what is to be known of them. */
export async function liveNow(
  host: Pick<Host, 'metrics' | 'offers'> & Parameters<typeof limitsNow>[0],
) {
  const { history } = host.metrics;
  const lately = history.lately();
  return {
    figures: figuresOf(history.points(POINTS)),
    funnel: lately === undefined ? [] : funnelOf(lately),
    /** Null: nobody looks for them. */
    troubles: host.offers.troubles?.() ?? null,
    limits: await limitsNow(host),
  };
}

const MINUTE_POINTS = 60;

/** Each of every second, the oldest first. */
export function figuresOf(points: readonly Point[]) {
  const spend = minuteSums(points, 'spendUsd');
  const sold = minuteSums(points, 'sold');
  const imps = minuteSums(points, 'imps');
  const requests = (...outcomes: readonly (keyof Point['requests'])[]) =>
    points.map((point) => rounded(outcomes.reduce((sum, one) => sum + point.requests[one], 0)));
  return {
    /** When the second ended. */
    timesMs: points.map(({ timeMs }) => timeMs),
    bidsPerSec: requests('bid'),
    noBidsPerSec: requests('no_bid'),
    refusedPerSec: requests('refused', 'limited'),
    failedPerSec: requests('failed', 'shed'),
    /** Null without a request. */
    p50Ms: points.map(({ p50Ms }) => p50Ms),
    p95Ms: points.map(({ p95Ms }) => p95Ms),
    p99Ms: points.map(({ p99Ms }) => p99Ms),
    /** The sold share of the impressions of the last minute. Null if there were none. */
    fillRate: imps.map((all, i) => (all > 0 ? rounded((sold[i] ?? 0) / all) : null)),
    /** The amount that became billable in the last minute. */
    spendUsdPerMinute: spend.map(rounded),
  };
}

/** Sums of fractions would leave a rest, which looks like a request in an idle minute. */
const MILLIONTHS = 1e6;

/** The moving sum over a minute. */
function minuteSums(points: readonly Point[], name: 'spendUsd' | 'sold' | 'imps') {
  const whole = points.map((point) => Math.round(point[name] * MILLIONTHS));
  let sum = 0;
  return whole.map((value, i) => {
    sum += value - (whole[i - MINUTE_POINTS] ?? 0);
    return sum / MILLIONTHS;
  });
}

const rounded = (value: number) => Math.round(Math.max(0, value) * 1e4) / 1e4;
