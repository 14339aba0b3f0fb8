import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { createSeenTokens } from './receive.ts';

const codes = Array.from({ length: 60_000 }, () => randomBytes(10).toString('base64url'));

test('almost all of the last 60,000 codes are remembered, and none that did not come', () => {
  const seen = createSeenTokens();
  for (const code of codes) {
    expect(seen.has(code)).toBeFalse();
    seen.add(code);
  }
  const kept = codes.filter(seen.has).length;
  expect(kept).toBeGreaterThan(58_000);
});

test('a new code takes the place of the oldest', () => {
  const seen = createSeenTokens();
  const code = (high: number) =>
    Buffer.from([7, 0, 0, 0, high, 0, 0, 0, 0, 0]).toString('base64url');
  for (let high = 1; high <= 5; high++) seen.add(code(high));
  expect([1, 2, 3, 4, 5].map((high) => seen.has(code(high)))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});
