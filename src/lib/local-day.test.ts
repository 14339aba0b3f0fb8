import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { DAY_MS } from './day.ts';
import { localDayOf, localDaySpan, localMs, QUARTER_MS } from './local-day.ts';
import { offsetsOf, wallTime } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();
const dayOfDate = (date: string) => at(date) / DAY_MS;
const HOUR_MS = 3_600_000;

test('a day of a time zone begins once, and has as many hours as its clocks count', () => {
  for (const [zone, date, begins, hours] of [
    ['UTC', '2026-03-29', '2026-03-29T00:00', 24],
    ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00', 25],
    ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30', 24],
    ['Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15', 24],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30', 23.5],
    // From 0:00 to 1:00, and from 1:00 back to 0:00.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00', 25],
    // From 0:00 to 1:00, and from 0:00 back to 23:00 of the day before.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00', 23],
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00', 23],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00', 23],
    // Skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00', 24],
  ] as const) {
    const { fromMs, toMs } = localDaySpan(zone, dayOfDate(date));
    expect([zone, date, iso(fromMs).slice(0, 16), (toMs - fromMs) / HOUR_MS]).toEqual([
      zone,
      date,
      begins,
      hours,
    ]);
  }
});

function expectWhole(zone: string, ms: number): void {
  const day = localDayOf(zone, ms);
  const { fromMs, toMs } = localDaySpan(zone, day);
  expect(ms).toBeWithin(fromMs, toMs);
  expect(localDayOf(zone, fromMs - 1)).toBe(day - 1);
  expect([fromMs, toMs - 1].map((one) => localDayOf(zone, one))).toEqual([day, day]);
  expect(localDayOf(zone, toMs)).toBe(day + 1);
  expect(fromMs % QUARTER_MS).toBe(0);
}

test('every change of clocks of three years is at a quarter of an hour, and its days are whole', () => {
  let changes = 0;
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const { sinceMs } of offsetsOf(zone, at('2025-01-01'), at('2028-01-01')).slice(1)) {
      changes++;
      expect(sinceMs % QUARTER_MS).toBe(0);
      expectWhole(zone, sinceMs);
    }
  }
  expect(changes).toBeGreaterThan(500);
});

test('in every time zone, at any time, the local time is the one that people there read, and its day is whole', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
  const moment = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') });
  fc.assert(
    fc.property(zones, moment, fc.integer({ min: -2, max: 2 }), (zone, ms, quarters) => {
      // Twice: the second time from memory, in the same quarter of an hour or in another.
      for (const one of [ms, ms + quarters * QUARTER_MS, ms]) {
        const { date, clock } = wallTime(zone, one);
        expect(iso(localMs(zone, one)).slice(0, 19)).toBe(`${date}T${clock}`);
        expect(localDayOf(zone, one)).toBe(dayOfDate(date));
      }
      expectWhole(zone, ms);
    }),
    { numRuns: runs(100) },
  );
});
