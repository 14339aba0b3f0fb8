import { expect, test } from 'bun:test';
import type { PaidPrices } from '../../ledger/paid-prices.ts';
import { guidanceOf } from './price-guidance.ts';

const paid = (
  buyers: string,
  sales: readonly (readonly [cents: number, count: number])[],
): PaidPrices => ({
  publisher: 'a',
  per: 'impression',
  buyers: new Set(buyers),
  sales: new Map(sales),
});

test('prices are told of three buyers and a thousand sales, of all publishers together', () => {
  const one = paid('xy', [
    [500, 400],
    [100, 200],
  ]);
  const other = paid('yz', [
    [300, 300],
    [100, 100],
  ]);
  expect(guidanceOf([one, other])).toEqual({ p25: 1, p50: 3, p75: 5, p90: 5 });
});

test('nothing is told of two buyers, however many sales they have', () => {
  expect(guidanceOf([paid('xy', [[500, 9000]]), paid('yx', [[100, 9000]])])).toBeUndefined();
});

test('nothing is told of fewer than a thousand sales, however many buyers there are', () => {
  expect(guidanceOf([paid('abcdef', [[500, 999]])])).toBeUndefined();
  expect(guidanceOf([paid('abcdef', [[500, 1000]])])).toBeDefined();
});
