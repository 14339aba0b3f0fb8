import type { Trouble } from '../../host/admin/answers.ts';
import type { Point } from '../../host/observe/history.ts';
import { DAY_MS } from '../../lib/day.ts';
import { troubleOf } from './trouble-of.ts';

/** Without a request for this long, traffic is gone. */
const GONE_MS = 5 * 60_000;
/** There was traffic if so many requests came in the time before the last one. */
const BUSY_MS = 10 * 60_000;
const BUSY_REQUESTS_MIN = 100;
/** Whoever has not brought traffic back by then does not expect any. */
const EXPECTED_MS_MAX = DAY_MS;

/** Notices that requests stop coming to a machine that had many. The history is shorter than that may last. */
export function createTrafficWatch() {
  let last: { readonly atMs: number; readonly requests: number } | undefined;

  return (points: readonly Point[], nowMs: number): Trouble | undefined => {
    const newest = points.findLast((point) => requestsOf(point) > 0);
    // The history forgets, second by second, what came before a request that stays the last one.
    if (newest !== undefined && newest.timeMs !== last?.atMs) {
      const fromMs = newest.timeMs - BUSY_MS;
      const before = points.filter(({ timeMs }) => timeMs > fromMs && timeMs <= newest.timeMs);
      const requests = Math.round(before.reduce((sum, point) => sum + requestsOf(point), 0));
      last = requests < BUSY_REQUESTS_MIN ? undefined : { atMs: newest.timeMs, requests };
    }
    if (last === undefined) return undefined;
    const goneMs = nowMs - last.atMs;
    if (goneMs < GONE_MS || goneMs > EXPECTED_MS_MAX) return undefined;
    const since = new Date(last.atMs).toISOString().slice(11, 16);
    const what = `no request has come since ${since} UTC, after ${last.requests} in the ten minutes before`;
    return troubleOf('traffic-gone', { kind: 'bad', what });
  };
}

function requestsOf({ requests }: Point): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}
