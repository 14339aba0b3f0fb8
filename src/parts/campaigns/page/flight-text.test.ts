import { expect, test } from 'bun:test';
import { readFlight } from '../../../demand/campaigns/flight.ts';
import { dayOfTime, shownMoment, storedTime, timeOfDay, timeWords, zoneOf } from './flight-text.ts';

const BERLIN = 'Europe/Berlin';

test('a day is shown as it is stored, whatever the zone, and a time by the clocks of the zone', () => {
  for (const zone of ['UTC', BERLIN]) {
    expect(shownMoment('2026-12-01', zone)).toEqual({ kind: 'day', text: '2026-12-01' });
  }
  const stored = '2026-03-01T09:00:00Z';
  expect(shownMoment(stored, BERLIN)).toEqual({ kind: 'time', text: '2026-03-01T10:00' });
  expect(shownMoment(stored, 'UTC')).toEqual({ kind: 'time', text: '2026-03-01T09:00' });
  expect(shownMoment('2026-03-01T09:00:30+01:00', BERLIN)?.text).toBe('2026-03-01T09:00:30');
});

test('what is neither, or has no zone to be shown in, is shown as text', () => {
  expect(shownMoment('next week', 'UTC')).toEqual({ kind: 'text', text: 'next week' });
  expect(shownMoment('2026-03-01T09:00:00Z', zoneOf('Europe/Ber'))?.kind).toBe('text');
  expect([shownMoment('', 'UTC'), shownMoment(undefined, 'UTC')]).toEqual([undefined, undefined]);
});

test('a typed time is stored with the offset of the zone on that day', () => {
  expect(storedTime('2026-03-01T09:00', BERLIN)).toBe('2026-03-01T09:00:00+01:00');
  expect(storedTime('2026-07-01T09:00', BERLIN)).toBe('2026-07-01T09:00:00+02:00');
  expect(storedTime('2026-07-01T09:00', 'UTC')).toBe('2026-07-01T09:00:00Z');
});

test('a time that the clocks skip is not moved to another one, and is said', () => {
  const skipped = storedTime('2026-03-29T02:30', BERLIN);
  expect(skipped).toBe('2026-03-29T02:30');
  expect(timeWords(skipped, BERLIN)).toBe(
    'The clocks of Europe/Berlin skip 02:30 on 2026-03-29: choose another time.',
  );
  expect(shownMoment(skipped, BERLIN)).toEqual({ kind: 'time', text: '2026-03-29T02:30' });
});

test('a time that comes twice is the first of both, and is said', () => {
  const stored = storedTime('2026-10-25T02:30', BERLIN);
  expect(stored).toBe('2026-10-25T02:30:00+02:00');
  expect(timeWords(stored, BERLIN)).toContain('where this time comes twice that day');
});

test('days and the times that they become have the same flight, and back', () => {
  const days = { start: '2026-03-01', end: '2026-03-29' };
  const times = {
    start: timeOfDay(days.start, 'start', BERLIN),
    end: timeOfDay(days.end, 'end', BERLIN),
  };
  expect(times.end).toBe('2026-03-30T00:00:00+02:00');
  expect(readFlight(times, BERLIN)).toEqual(readFlight(days, BERLIN));
  expect(dayOfTime(times.start, 'start', BERLIN)).toBe(days.start);
  expect(dayOfTime(times.end, 'end', BERLIN)).toBe(days.end);
});
