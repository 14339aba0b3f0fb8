import { expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import { createHistory, POINTS } from '../../observe/history.ts';
import { pointsOf } from './live.ts';

test('a point has the requests of its second by outcome', () => {
  const { metrics, history, look } = machineFigures();
  const refuse = (code: string) => metrics.refused({ code, field: undefined, scope: 'ip' });
  metrics.auction(TYPICAL_AUCTION);
  for (let i = 0; i < 2; i++) metrics.auction({ ...TYPICAL_AUCTION, noBidReason: 'no-demand' });
  for (let i = 0; i < 3; i++) refuse('INVALID_FIELD_VALUE');
  for (let i = 0; i < 4; i++) refuse('RATE_LIMIT_EXCEEDED');
  for (let i = 0; i < 5; i++) refuse('INTERNAL_ERROR');
  for (let i = 0; i < 6; i++) refuse('SERVICE_UNAVAILABLE');
  look();
  const [point] = pointsOf(history.points(POINTS));
  expect(point).toMatchObject({
    atMs: 2000,
    requestsPerSec: 21,
    bidsPerSec: 1,
    noBidsPerSec: 2,
    refusedPerSec: 7,
    failedPerSec: 11,
  });
  expect(point?.p50Ms).toBeCloseTo(31.5, -1);
});

test('rates have four decimals, and a second without requests has no latency', () => {
  const { metrics, totals } = machineFigures();
  const history = createHistory(totals);
  history.sample(0);
  metrics.auction(TYPICAL_AUCTION);
  history.sample(3000);
  history.sample(4000);
  const [first, second] = pointsOf(history.points(POINTS));
  expect(first?.requestsPerSec).toBe(0.3333);
  expect(second).toMatchObject({ requestsPerSec: 0, p50Ms: null, p95Ms: null, p99Ms: null });
});
