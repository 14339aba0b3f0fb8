import { DAY_MS } from './day.ts';
import { dayStartMs, UTC, wallTime } from './time-zone.ts';

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

/** Days that have a name, relative to now. Weeks begin on Monday. */
export const PERIOD_NAMES = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
] as const;

export type PeriodName = (typeof PERIOD_NAMES)[number];

/** Days of a time zone, both inclusive. */
export type DayRange = { readonly from: string; readonly until: string };

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const WEEK_DAYS = 7;
const MONDAY = 1;

/** The first and the last day of a period that has a name, in the time zone. A week has all its days, also those to come. */
export function daysOf(name: PeriodName, zone: string, nowMs: number): DayRange {
  const today = wallTime(zone, nowMs).date;
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfPrevious = dayAfter(firstOfMonth, -1);
  const yesterday = dayAfter(today, -1);
  const sinceMonday = (new Date(today).getUTCDay() + WEEK_DAYS - MONDAY) % WEEK_DAYS;
  const monday = dayAfter(today, -sinceMonday);
  const days = {
    today: { from: today, until: today },
    yesterday: { from: yesterday, until: yesterday },
    'this-week': { from: monday, until: dayAfter(monday, WEEK_DAYS - 1) },
    'last-week': { from: dayAfter(monday, -WEEK_DAYS), until: dayAfter(monday, -1) },
    'this-month': { from: firstOfMonth, until: today },
    'last-month': { from: `${lastOfPrevious.slice(0, 7)}-01`, until: lastOfPrevious },
  };
  return days[name];
}

/** From a moment up to another, which is exclusive. */
export type Span = { readonly fromMs: number; readonly toMs: number };

export function spanOfDays({ from, until }: DayRange, zone: string): Span {
  return { fromMs: dayStartMs(zone, from), toMs: dayStartMs(zone, dayAfter(until, 1)) };
}

/**
 * The span of the same length directly before. Days stay days where clocks change, and a period that is not over is
 * compared up to the same point: today until noon with yesterday until noon.
 */
export function spanBefore({ fromMs, toMs }: Span, zone: string, nowMs: number): Span {
  const { date: first } = wallTime(zone, fromMs);
  const { date: end } = wallTime(zone, toMs);
  const areDays = dayStartMs(zone, first) === fromMs && dayStartMs(zone, end) === toMs;
  const days = Math.round((Date.parse(end) - Date.parse(first)) / DAY_MS);
  const startMs = areDays ? dayStartMs(zone, dayAfter(first, -days)) : fromMs - (toMs - fromMs);
  const isUnderWay = fromMs < nowMs && nowMs < toMs;
  const endMs = isUnderWay ? Math.min(fromMs, startMs + (nowMs - fromMs)) : fromMs;
  return { fromMs: startMs, toMs: endMs };
}

/** Calendar months of UTC, as text like `2026-10`, whose order is that of time. */

/** undefined: the text is no month. */
export function readMonth(text: string): string | undefined {
  return /^(?:19[7-9]|[2-9]\d\d)\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** So many months later; a negative number of them is earlier. */
export function laterMonth(month: string, months: number): string {
  return monthOf(startOfMonth(Date.parse(`${month}-01`), months));
}

export function monthSpan(month: string): Span {
  const fromMs = Date.parse(`${month}-01`);
  return { fromMs, toMs: startOfMonth(fromMs, 1) };
}

/** Of the month of a time, or so many months later. */
export function startOfMonth(ms: number, later: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
