import { expect, test } from 'bun:test';
import { bucketsFor } from './window-table.ts';

test('the requests of one second take at most half of the buckets', () => {
  for (const requests of [1000, 1025, 10_000, 100_000, 1_000_000]) {
    expect(bucketsFor(requests)).toBeGreaterThanOrEqual(2 * requests);
    expect(bucketsFor(requests)).toBeLessThan(4 * requests + 1);
  }
});

test('a table has a thousand buckets at least and two million at most', () => {
  expect(bucketsFor(1)).toBe(1024);
  expect(bucketsFor(1e9)).toBe(2 ** 21);
});
