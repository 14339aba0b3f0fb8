import { expect, test } from 'bun:test';
import { laterMonth, monthOf, monthSpan, readMonth } from './month.ts';

test('a month is four digits and two, of a month that there is', () => {
  expect(readMonth('2026-10')).toBe('2026-10');
  for (const text of ['2026-13', '2026-00', '2026-1', '26-10', '2026-10-01', '1969-12', '']) {
    expect(readMonth(text)).toBeUndefined();
  }
});

test('a month begins and ends at midnights of UTC, also in a leap year and at the end of one', () => {
  expect(monthSpan('2028-02')).toEqual({ fromMs: Date.UTC(2028, 1), toMs: Date.UTC(2028, 2) });
  expect(monthSpan('2026-12').toMs).toBe(Date.UTC(2027, 0));
  expect(monthOf(Date.UTC(2027, 0) - 1)).toBe('2026-12');
  expect(monthOf(Date.UTC(2027, 0))).toBe('2027-01');
});

test('months are counted over the ends of years', () => {
  expect(laterMonth('2026-11', 2)).toBe('2027-01');
  expect(laterMonth('2027-01', -1)).toBe('2026-12');
  expect(laterMonth('2027-01', -12)).toBe('2026-01');
});
