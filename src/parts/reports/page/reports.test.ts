import { describe, expect, test } from 'bun:test';
import { daysOf } from '../../../lib/time-span.ts';
import { missingFrom, queryText, reportOf } from './query.ts';
import { cellWords } from './words.ts';

const NOW_MS = Date.parse('2026-11-15T23:30:00Z');
const textOf = (address: string) => queryText(reportOf(new URLSearchParams(address), 'UTC'));

describe('a report’s address', () => {
  test('holds all of it, the time zone included', () => {
    const query =
      'by=partner,day&last=7d&where=publisher%3Da+%26+b&measure=click_rate&zone=Europe/Berlin';
    const days = 'by=day&from=2026-11-01&until=2026-11-30&zone=UTC';
    const named = 'by=day&period=last-month&zone=UTC';
    for (const address of [query, days, named]) expect(textOf(address)).toBe(address);
  });

  test('that says nothing is that of the last day by hour', () => {
    expect(textOf('')).toBe('by=hour&last=24h&zone=UTC');
  });
});

test('periods with a name are days of the time zone', () => {
  expect(daysOf('today', 'UTC', NOW_MS)).toEqual({ from: '2026-11-15', until: '2026-11-15' });
  expect(daysOf('yesterday', 'Asia/Tokyo', NOW_MS).from).toBe('2026-11-15');
  expect(daysOf('this-month', 'UTC', NOW_MS)).toEqual({ from: '2026-11-01', until: '2026-11-15' });
  expect(daysOf('last-month', 'UTC', Date.parse('2026-01-31T00:00Z'))).toEqual({
    from: '2025-12-01',
    until: '2025-12-31',
  });
});

describe('a day of a report', () => {
  const report = { from: '2026-11-13T12:00:00.000Z', to: '2026-11-15T23:30:00.000Z', zone: 'UTC' };
  const said = (day: string) => missingFrom('day', Date.parse(day), report, NOW_MS);

  test('that is not over is marked, as is one of which the report has a part', () => {
    expect(said('2026-11-15')).toBe('so far');
    expect(said('2026-11-13')).toBe('in part');
    expect(said('2026-11-14')).toBeUndefined();
  });

  test('ends at midnight of its time zone', () => {
    const berlin = { ...report, zone: 'Europe/Berlin' };
    // In Berlin the 16th has begun.
    const day = Date.parse('2026-11-14T23:00:00Z');
    expect(missingFrom('day', day, berlin, NOW_MS)).toBeUndefined();
  });
});

test('an amount of money is written with its sign, and never as zero where it is not', () => {
  const margins = ['1.5', '-1.5', '0.001', '-0.001', '0.00'];
  expect(margins.map((value) => cellWords('margin_usd', value))).toEqual([
    '$1.50',
    '-$1.50',
    '<$0.01',
    '>-$0.01',
    '$0.00',
  ]);
});
