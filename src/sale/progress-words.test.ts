import { expect, test } from 'bun:test';
import { usdWords } from '../lib/usd-words.ts';
import { todayWords } from './progress-words.ts';

const usd = (value: number) => usdWords(value, 'en-US');
const of = (fields: Partial<Parameters<typeof todayWords>[0]>) =>
  todayWords({ spentToday: 2.62, daily: 50, allowedToday: 50, allowedByNow: 50, ...fields }, usd);

test('the spend of today stands beside the allowance of the day, and what the pace allows of it by now', () => {
  expect(of({ allowedByNow: 2.63 })).toBe(
    '$2.62 of $50.00 today; its even pace allows $2.63 by now',
  );
  expect(of({})).toBe('$2.62 of $50.00 today');
});

test('a day that may have less than its limit says why', () => {
  expect(of({ allowedToday: 31, allowedByNow: 5 })).toBe(
    '$2.62 today of $31.00, this day’s part of what is left of the total (it has at most $50.00 a day); its even pace allows $5.00 by now',
  );
  expect(of({ daily: null, allowedToday: 31, allowedByNow: 31 })).toBe(
    '$2.62 today of $31.00, this day’s part of what is left of the total',
  );
});

test('a day without a limit is said to have none', () => {
  expect(of({ daily: null, allowedToday: null, allowedByNow: null })).toBe(
    '$2.62 today, without a limit a day',
  );
});
