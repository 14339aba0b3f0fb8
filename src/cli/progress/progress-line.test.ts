import { expect, test } from 'bun:test';
import { progressLine } from './progress-line.ts';

const line = (stage: { readonly done?: number; readonly total?: number }, columns = 80) =>
  progressLine({ doing: 'importing campaigns', ...stage }, 12_999, columns);

test('a line has what is known: how much of how much, how much, or the seconds alone', () => {
  expect(line({ done: 1500, total: 10_000 })).toBe('importing campaigns: 1,500 of 10,000, 12 s');
  expect(line({ done: 1500 })).toBe('importing campaigns: 1,500, 12 s');
  expect(line({})).toBe('importing campaigns: 12 s');
});

test('a line leaves the last column free, and gives up what it is about before its figures', () => {
  const stage = { done: 1500, total: 10_000 };
  expect(line(stage, 43)).toHaveLength(42);
  expect(line(stage, 42)).toBe('1,500 of 10,000, 12 s');
  expect(line(stage, 10)).toBe('1,500 of ');
});
