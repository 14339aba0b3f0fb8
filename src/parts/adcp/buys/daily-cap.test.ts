import { expect, test } from 'bun:test';
import { dayAboveCap } from './daily-cap.ts';

test('a cap of a buyer that was lowered keeps nobody from stopping, and lets nothing grow', () => {
  const today = (usd: number) => ({ fromDay: 20_000, toDay: 20_000, micros: usd * 1e6 });
  const change = { others: [today(500)], before: [today(50)], after: [today(20)] };
  expect(dayAboveCap(change, 100)).toBeUndefined();
  expect(dayAboveCap({ ...change, after: [today(51)] }, 100)).toMatchObject({ usd: 551 });
});
