import { daysOf, PERIOD_NAMES, type Span, spanOfDays } from './named-period.ts';
import { dayStartMs, UTC } from './time-zone.ts';

/** A time range as people write it. */
export type SpanText = {
  /** Up to now: `90m`, `24h` or `7d`. */
  readonly last?: string | undefined;
  /** A day like `2026-11-01`, or a time like `2026-11-01T09:30Z`. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  /** Instead of `to`: a day, which is included. */
  readonly until?: string | undefined;
  /** Instead of all of them: a period that has a name. */
  readonly period?: string | undefined;
};

/** The invalid field, and a sentence that says what was expected. */
type SpanFault = { readonly name: keyof SpanText; readonly expected: string };

const LAST_DEFAULT = '24h';

/** Days begin at midnight of the zone. */
export function readSpan(
  { last, from, to, until, period }: SpanText,
  nowMs: number,
  zone = UTC,
): Span | SpanFault {
  if (period !== undefined) return readPeriod(period, nowMs, zone);
  if (last !== undefined && from !== undefined) {
    return { name: 'last', expected: 'nothing beside from' };
  }
  if (until !== undefined) {
    const expected = 'a day like 2026-11-01, and nothing beside from';
    if (to !== undefined || !DAY.test(until)) return { name: 'until', expected };
  }
  const toMs = readEnd(to, until, nowMs, zone);
  if (toMs === undefined) return { name: 'to', expected: A_TIME };
  const lastMs = readDuration(last ?? LAST_DEFAULT);
  if (lastMs === undefined) return { name: 'last', expected: 'a time like 90m, 24h or 7d' };
  const fromMs = from === undefined ? toMs - lastMs : readTime(from, zone);
  if (fromMs === undefined) return { name: 'from', expected: A_TIME };
  if (fromMs >= toMs) return { name: 'from', expected: 'a time before to' };
  return { fromMs, toMs };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function readPeriod(period: string, nowMs: number, zone: string): Span | SpanFault {
  const name = PERIOD_NAMES.find((one) => one === period);
  return name === undefined
    ? { name: 'period', expected: `one of ${PERIOD_NAMES.join(', ')}` }
    : spanOfDays(daysOf(name, zone, nowMs), zone);
}

function readEnd(to: string | undefined, until: string | undefined, nowMs: number, zone: string) {
  if (to !== undefined) return readTime(to, zone);
  if (until === undefined) return nowMs;
  return readTime(until, zone) && spanOfDays({ from: until, until }, zone).toMs;
}

const A_TIME = 'a day like 2026-11-01 or a time like 2026-11-01T09:30Z';

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

function readTime(text: string, zone: string): number | undefined {
  const isWritten = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text);
  const time = isWritten ? Date.parse(text) : Number.NaN;
  // `Date` parses 31 February as 3 March.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
  if (!isReal) return undefined;
  return text.includes('T') ? time : dayStartMs(zone, text);
}
