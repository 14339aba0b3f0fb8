import { expect, test } from 'bun:test';
import type { PaidPrice } from '../../ledger/paid-prices.ts';
import { guidanceOf } from './price-guidance.ts';

const paid = (buyer: string, cents: number, sales: number): PaidPrice => ({
  publisher: 'a',
  buyer,
  per: 'impression',
  cents,
  sales,
});

test('prices are told of three buyers and a thousand sales', () => {
  const prices = [paid('x', 500, 400), paid('y', 100, 300), paid('z', 300, 300)];
  expect(guidanceOf(prices)).toEqual({ p25: 1, p50: 3, p75: 5, p90: 5 });
});

test('nothing is told of two buyers, however many sales they have', () => {
  expect(guidanceOf([paid('x', 500, 5000), paid('y', 100, 5000)])).toBeUndefined();
  expect(guidanceOf([paid('x', 500, 5000), paid('x', 100, 5000), paid('y', 1, 9)])).toBeUndefined();
});

test('nothing is told of fewer than a thousand sales, however many buyers there are', () => {
  const prices = [paid('x', 500, 400), paid('y', 100, 300), paid('z', 300, 299)];
  expect(guidanceOf(prices)).toBeUndefined();
});
