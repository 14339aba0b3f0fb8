import { describe, expect, test } from 'bun:test';
import {
  countingWorker,
  layoutOf,
  TYPICAL_AUCTION,
  TYPICAL_PARTNERS,
} from '../../../test/metrics.ts';
import { createHistory } from './history.ts';
import { createTotals } from './totals.ts';

function machine() {
  const { metrics, ...parts } = countingWorker(layoutOf(TYPICAL_PARTNERS));
  const totals = createTotals({ ...parts, isLive: () => true });
  return { totals, metrics, history: createHistory(totals) };
}

describe('the history', () => {
  test('has the counts of each second, not since the start', () => {
    const { totals, metrics, history } = machine();
    metrics.auction(TYPICAL_AUCTION);
    expect(history.sample(1000)).toBeUndefined();
    for (let i = 0; i < 3; i++) metrics.auction(TYPICAL_AUCTION);
    metrics.refused({ code: 'RATE_LIMIT_EXCEEDED', field: undefined, scope: 'ip' });
    totals.add('parley_spend_usd_total', ['acme'], 9_100_000);
    const point = history.sample(2000);
    expect(point).toMatchObject({
      timeMs: 2000,
      requests: { bid: 3, no_bid: 0, refused: 0, limited: 1, shed: 0, failed: 0 },
      imps: 3,
      sold: 3,
      spendUsd: 0.0091,
    });
    expect(point?.p99Ms).toBeCloseTo(31.5, -1);
    expect(history.asked().acme).toBe(3);
  });
});
