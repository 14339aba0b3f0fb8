import { expect, test } from 'bun:test';
import { lonesOf } from './plot.tsx';
import { isoOf, localText } from './time-field.tsx';
import { minuteWords, Time, timeWords, WithTimes } from './zone.tsx';

const AT_MS = Date.UTC(2026, 10, 15, 5, 4, 19);
const BERLIN = 'Europe/Berlin';

test('a time that is known to the minute is written without seconds', () => {
  expect(timeWords(AT_MS, 'UTC', AT_MS)).toBe('05:04:19 UTC');
  expect(minuteWords(AT_MS, 'UTC', AT_MS)).toBe('05:04 UTC');
  expect(minuteWords(AT_MS, BERLIN, AT_MS + 86_400_000)).toMatch(/^2026-11-15 06:04 [^:]+$/);
});

test('a time is chosen in the time zone of the console, also beside a change of its clocks', () => {
  for (const [text, zone, iso] of [
    ['2026-11-15T06:04', BERLIN, '2026-11-15T05:04:00.000Z'],
    ['2026-11-15T06:04', 'UTC', '2026-11-15T06:04:00.000Z'],
    // The clocks went forward at 02:00, and back at 03:00.
    ['2026-03-29T03:30', BERLIN, '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T03:30', BERLIN, '2026-10-25T02:30:00.000Z'],
  ] as const) {
    expect(isoOf(text, zone)).toBe(iso);
    expect(localText(iso, zone)).toBe(text);
  }
  expect([isoOf('', BERLIN), isoOf('soon', BERLIN), localText('', BERLIN)]).toEqual(['', '', '']);
});

test('times in a text of the server are drawn in the time zone of the console', () => {
  const pieces = WithTimes({
    text: 'Changed by ann at 2026-11-19T01:43:13Z; it ends at 2026-12-01T00:00:00.000Z.',
  });
  expect(pieces).toEqual([
    'Changed by ann at ',
    expect.objectContaining({ type: Time, props: { iso: '2026-11-19T01:43:13Z' } }),
    '; it ends at ',
    expect.objectContaining({ type: Time, props: { iso: '2026-12-01T00:00:00.000Z' } }),
    '.',
  ]);
});

test('a plot marks points without a neighbour, which no line reaches', () => {
  expect(lonesOf([null, 5, null, 5, 6, null, 7])).toEqual([1, 6]);
  expect(lonesOf([3])).toEqual([0]);
  expect(lonesOf([3, 4, null, null])).toBeNull();
  expect(lonesOf([])).toBeNull();
});
