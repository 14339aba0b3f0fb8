import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DAY_MS } from './day.ts';
import { localDayOf, localDaySpan, localMs, QUARTER_MS } from './local-day.ts';
import { offsetsOf, wallTime } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();
const dayOfDate = (date: string) => at(date) / DAY_MS;
const HOUR_MS = 3_600_000;

function daysOf(zone: string, dates: readonly string[]) {
  return dates.map((date) => {
    const { fromMs, toMs } = localDaySpan(zone, dayOfDate(date));
    return [iso(fromMs), (toMs - fromMs) / HOUR_MS];
  });
}

describe('a day of a time zone', () => {
  test('has 23 or 25 hours where the clocks change', () => {
    expect(daysOf('Europe/Berlin', ['2026-03-28', '2026-03-29', '2026-10-25'])).toEqual([
      ['2026-03-27T23:00:00.000Z', 24],
      ['2026-03-28T23:00:00.000Z', 23],
      ['2026-10-24T22:00:00.000Z', 25],
    ]);
  });

  test('may be half an hour from those of others, and change by half an hour', () => {
    expect(daysOf('Asia/Kolkata', ['2026-03-29'])).toEqual([['2026-03-28T18:30:00.000Z', 24]]);
    expect(daysOf('Australia/Lord_Howe', ['2026-04-05', '2026-10-04'])).toEqual([
      ['2026-04-04T13:00:00.000Z', 24.5],
      ['2026-10-03T13:30:00.000Z', 23.5],
    ]);
  });

  test('begins once, also where the clocks change at midnight', () => {
    // From 0:00 to 1:00, and from 1:00 back to 0:00.
    expect(daysOf('America/Havana', ['2026-03-08', '2026-11-01'])).toEqual([
      ['2026-03-08T05:00:00.000Z', 23],
      ['2026-11-01T04:00:00.000Z', 25],
    ]);
    // From 0:00 to 1:00, and from 0:00 back to 23:00 of the day before.
    expect(daysOf('Asia/Beirut', ['2026-03-29', '2026-10-24', '2026-10-25'])).toEqual([
      ['2026-03-28T22:00:00.000Z', 23],
      ['2026-10-23T21:00:00.000Z', 25],
      ['2026-10-24T22:00:00.000Z', 24],
    ]);
  });

  test('may begin an hour late, and have been skipped', () => {
    expect(daysOf('Africa/Cairo', ['2026-04-24', '2026-10-29'])).toEqual([
      ['2026-04-23T22:00:00.000Z', 23],
      ['2026-10-28T21:00:00.000Z', 25],
    ]);
    expect(daysOf('America/Sao_Paulo', ['2018-11-04'])).toEqual([['2018-11-04T03:00:00.000Z', 23]]);
    expect(daysOf('Asia/Kathmandu', ['2026-03-29'])).toEqual([['2026-03-28T18:15:00.000Z', 24]]);
    expect(daysOf('Pacific/Apia', ['2011-12-29', '2011-12-30', '2011-12-31'])).toEqual([
      ['2011-12-29T10:00:00.000Z', 24],
      ['2011-12-30T10:00:00.000Z', 0],
      ['2011-12-30T10:00:00.000Z', 24],
    ]);
  });

  test('is the day of UTC in UTC', () => {
    expect(daysOf('UTC', ['2026-03-29'])).toEqual([['2026-03-29T00:00:00.000Z', 24]]);
    expect(localDayOf('UTC', at('2026-03-29T23:59:59.999Z'))).toBe(dayOfDate('2026-03-29'));
  });
});

test('every change of clocks of three years is at a quarter of an hour, and its days are whole', () => {
  let changes = 0;
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const { sinceMs } of offsetsOf(zone, at('2025-01-01'), at('2028-01-01')).slice(1)) {
      changes++;
      expect(sinceMs % QUARTER_MS).toBe(0);
      const day = localDayOf(zone, sinceMs);
      expect(localDayOf(zone, sinceMs - 1)).toBeWithin(day - 1, day + 1);
      const { fromMs, toMs } = localDaySpan(zone, day);
      expect(localDayOf(zone, fromMs - 1)).toBe(day - 1);
      expect([fromMs, toMs - 1].map((ms) => localDayOf(zone, ms))).toEqual([day, day]);
      expect(localDayOf(zone, toMs)).toBe(day + 1);
    }
  }
  expect(changes).toBeGreaterThan(500);
});

describe('in every time zone, at any time from 2020 to 2040', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
  const moment = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') });

  test('the local time is the one that people there read', () => {
    fc.assert(
      fc.property(zone, moment, fc.integer({ min: -2, max: 2 }), (zone, ms, quarters) => {
        // Twice: the second time from memory, in the same quarter of an hour or in another.
        for (const one of [ms, ms + quarters * QUARTER_MS, ms]) {
          const { date, clock } = wallTime(zone, one);
          expect(iso(localMs(zone, one)).slice(0, 19)).toBe(`${date}T${clock}`);
          expect(localDayOf(zone, one)).toBe(dayOfDate(date));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a moment lies in its own day, and days follow each other without a gap', () => {
    fc.assert(
      fc.property(zone, moment, (zone, ms) => {
        const day = localDayOf(zone, ms);
        const { fromMs, toMs } = localDaySpan(zone, day);
        expect(fromMs).toBeLessThanOrEqual(ms);
        expect(toMs).toBeGreaterThan(ms);
        expect(localDayOf(zone, fromMs)).toBe(day);
        expect(localDayOf(zone, fromMs - 1)).toBe(day - 1);
        expect(localDayOf(zone, toMs)).toBe(day + 1);
        expect(fromMs % QUARTER_MS).toBe(0);
        // The clocks of Antarctica/Troll change by two hours.
        expect([22, 23, 23.5, 24, 24.5, 25, 26]).toContain((toMs - fromMs) / HOUR_MS);
      }),
      { numRuns: 500 },
    );
  });
});
