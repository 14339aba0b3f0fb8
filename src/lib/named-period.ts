import { DAY_MS } from './day.ts';
import { dayStartMs, wallTime } from './time-zone.ts';

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
