import { expect, test } from 'bun:test';
import { slotsFor } from './window-table.ts';

test('the requests of one second take at most half of the slots', () => {
  for (const requests of [1000, 1025, 10_000, 100_000, 1_000_000]) {
    expect(slotsFor(requests)).toBeGreaterThanOrEqual(2 * requests);
    expect(slotsFor(requests)).toBeLessThan(4 * requests + 1);
  }
});

test('a table has a thousand slots at least and two million at most', () => {
  expect(slotsFor(1)).toBe(1024);
  expect(slotsFor(1e9)).toBe(2 ** 21);
});
