import { expect, test } from 'bun:test';
import { DAY_MS } from '../lib/day.ts';
import { createNamedValues } from './named-values.ts';

const NOON_MS = Date.UTC(2026, 10, 3, 12);

test('creatives beyond the bound of a day are counted as other, and those before it keep their names', () => {
  const named = createNamedValues(2);
  const of = (value: string, atMs = NOON_MS) => named('creative', value, atMs);
  expect(['a', 'b', 'c', 'a', ''].map((value) => of(value))).toEqual(['a', 'b', 'other', 'a', '']);
  expect(of('c', NOON_MS + DAY_MS)).toBe('c');
  expect(named('advertiser', 'c', NOON_MS)).toBe('c');
});
