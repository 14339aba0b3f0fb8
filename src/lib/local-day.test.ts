import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { DAY_MS } from './day.ts';
import { localDayOf, localDaySpan, localMs, QUARTER_MS } from './local-day.ts';
import { offsetsOf, wallTime } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();
const dayOfDate = (date: string) => at(date) / DAY_MS;

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
