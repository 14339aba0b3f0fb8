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

test('a day that may have less than its limit says of what it is a part, and one without a limit so', () => {
  expect(of({ allowedToday: 31, allowedByNow: 5 })).toContain('$2.62 today of $31.00');
  expect(of({ daily: null, allowedToday: null, allowedByNow: null })).toContain('without a limit');
});
