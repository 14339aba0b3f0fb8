import { expect, test } from 'bun:test';
import { isoOf, localText } from './typed-field.tsx';

const BERLIN = 'Europe/Berlin';

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
