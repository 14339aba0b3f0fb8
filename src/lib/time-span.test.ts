import { expect, test } from 'bun:test';
import { readSpan, type SpanText } from './time-span.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

const READ: readonly (readonly [SpanText, string, string])[] = [
  [{}, '2026-11-14T12:00:00.000Z', '2026-11-15T12:00:00.000Z'],
  [{ last: '90m' }, '2026-11-15T10:30:00.000Z', '2026-11-15T12:00:00.000Z'],
  [{ last: '7d', to: '2026-11-10' }, '2026-11-03T00:00:00.000Z', '2026-11-10T00:00:00.000Z'],
  [{ from: '2026-11-01T09:30Z' }, '2026-11-01T09:30:00.000Z', '2026-11-15T12:00:00.000Z'],
];

test('a span is read in its usual spellings', () => {
  for (const [text, from, to] of READ) {
    const wanted = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    expect(readSpan(text, NOW_MS)).toEqual(wanted);
  }
});

test('days are of the zone, and times are not', () => {
  const text = { from: '2026-11-01', to: '2026-11-02T00:00Z' };
  expect(readSpan(text, NOW_MS, 'Europe/Berlin')).toEqual({
    fromMs: Date.parse('2026-10-31T23:00:00Z'),
    toMs: Date.parse('2026-11-02T00:00:00Z'),
  });
});

const REFUSED: readonly (readonly [SpanText, keyof SpanText])[] = [
  [{ last: 'yesterday' }, 'last'],
  [{ last: '24h', from: '2026-11-01' }, 'last'],
  [{ from: '2026-02-31' }, 'from'],
  [{ from: '2026-11-08', to: '2026-11-08' }, 'from'],
  [{ to: '8 November' }, 'to'],
];

test('a span that cannot be read is refused with the part at fault', () => {
  for (const [text, name] of REFUSED) expect(readSpan(text, NOW_MS)).toMatchObject({ name });
});
