import type { LiveEvent, LiveNow, LivePoint } from '../../../host/admin/answers.ts';
import type { Subscribe } from '../../../host/admin/live-stream.ts';
import type { Host } from '../../../host/host.ts';
import { POINTS, type Point } from '../../../host/observe/history.ts';
import { funnelOf } from './funnel.ts';

const MINUTE_POINTS = 60;

/** Sends the history, then one tick a second. All listeners share a tick. Without listeners no tick is made. */
export function liveAnswer({
  metrics,
  health,
}: Pick<Host, 'metrics' | 'health'>): Subscribe<LiveEvent> {
  const { history, onSecond } = metrics;
  const listeners = new Set<(event: LiveEvent) => void>();
  let unsubscribe = () => {};
  let toldMs = 0;

  const now = (): LiveNow => {
    const lately = history.lately();
    if (lately === undefined) return { funnel: [], troubles: [] };
    return { funnel: funnelOf(lately), troubles: health.troubles() };
  };

  function tick(): void {
    const point = pointsOf(history.points(MINUTE_POINTS)).at(-1);
    // A skipped second has no point.
    if (point === undefined || point.atMs === toldMs) return;
    toldMs = point.atMs;
    const event: LiveEvent = { kind: 'tick', point, ...now() };
    for (const send of [...listeners]) send(event);
  }

  return (send) => {
    send({ kind: 'history', points: pointsOf(history.points(POINTS)), ...now() });
    listeners.add(send);
    if (listeners.size === 1) unsubscribe = onSecond(tick);
    return () => {
      listeners.delete(send);
      if (listeners.size === 0) unsubscribe();
    };
  };
}

export function pointsOf(points: readonly Point[]): readonly LivePoint[] {
  const spend = minuteSums(points, 'spendUsd');
  const sold = minuteSums(points, 'sold');
  const imps = minuteSums(points, 'imps');
  return points.map(({ timeMs, requests, p50Ms, p95Ms, p99Ms }, i) => {
    const { bid, no_bid, refused, limited, failed, shed } = requests;
    return {
      atMs: timeMs,
      requestsPerSec: rounded(bid + no_bid + refused + limited + failed + shed),
      bidsPerSec: rounded(bid),
      noBidsPerSec: rounded(no_bid),
      refusedPerSec: rounded(refused + limited),
      failedPerSec: rounded(failed + shed),
      p50Ms,
      p95Ms,
      p99Ms,
      fillRate: (imps[i] ?? 0) > 0 ? rounded((sold[i] ?? 0) / (imps[i] ?? 1)) : null,
      spendUsdPerMinute: rounded(spend[i] ?? 0),
    };
  });
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
