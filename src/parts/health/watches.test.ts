import { describe, expect, test } from 'bun:test';
import type { Point } from '../../host/observe/history.ts';
import { createTrafficWatch } from './watches.ts';

describe('traffic', () => {
  const point = (second: number, bid: number): Point => ({
    timeMs: second * 1000,
    requests: { bid, no_bid: 0, refused: 0, limited: 0, shed: 0, failed: 0 },
    p50Ms: null,
    p95Ms: null,
    p99Ms: null,
    imps: 0,
    sold: 0,
    spendUsd: 0,
  });
  const silence = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => point(from + i, 0));

  test('that was there is gone after five minutes without a request, for as long as none comes', () => {
    const watch = createTrafficWatch();
    const busy = [point(1, 60), point(2, 40)];
    expect(watch([...busy, ...silence(3, 299)], 301_999)).toBeUndefined();
    const gone = {
      what: 'no request has come since 00:00 UTC, after 100 in the ten minutes before',
    };
    expect(watch([...busy, ...silence(3, 300)], 302_000)).toEqual(gone);
    // The history has forgotten the requests, and the watch has not.
    expect(watch(silence(3, 900), 903_000)).toEqual(gone);
    expect(watch([...silence(3, 900), point(904, 1)], 904_000)).toBeUndefined();
    expect(watch(silence(905, 900), 1_900_000)).toBeUndefined();
  });
});
