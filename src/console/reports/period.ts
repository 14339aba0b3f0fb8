import { DAY_MS } from '../../lib/day.ts';
import { dayStartMs, wallTime } from '../../lib/time-zone.ts';
import type { TimeDimension } from '../../sale/dimension-words.ts';
import type { ReportAnswer } from '../api.ts';

export type ReportPeriod =
  | { readonly kind: 'last'; readonly last: string }
  | { readonly kind: 'named'; readonly name: PeriodName }
  /** Days of the time zone, both inclusive. */
  | { readonly kind: 'days'; readonly from: string; readonly until: string };

export const LAST: Readonly<Record<string, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

export const NAMED = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-month': 'This month',
  'last-month': 'Last month',
} as const;

type PeriodName = keyof typeof NAMED;

export function isPeriodName(name: string | null): name is PeriodName {
  return name !== null && Object.hasOwn(NAMED, name);
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first and the last day of a period that has a name, in the time zone. */
export function daysOf(name: PeriodName, zone: string, nowMs: number) {
  const today = wallTime(zone, nowMs).date;
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfPrevious = dayAfter(firstOfMonth, -1);
  const yesterday = dayAfter(today, -1);
  const days = {
    today: { from: today, until: today },
    yesterday: { from: yesterday, until: yesterday },
    'this-month': { from: firstOfMonth, until: today },
    'last-month': { from: `${lastOfPrevious.slice(0, 7)}-01`, until: lastOfPrevious },
  };
  return days[name];
}

export const STEPS_MS: Readonly<Record<TimeDimension, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
};

/** What is missing from a minute, an hour or a day; undefined if it is whole. */
export function missingFrom(
  step: TimeDimension,
  startMs: number,
  { from, to, zone }: Pick<ReportAnswer, 'from' | 'to' | 'zone'>,
  nowMs: number,
): 'so far' | 'in part' | undefined {
  const endMs =
    step === 'day'
      ? dayStartMs(zone, dayAfter(wallTime(zone, startMs).date, 1))
      : startMs + STEPS_MS[step];
  if (startMs <= nowMs && nowMs < endMs) return 'so far';
  return startMs < Date.parse(from) || endMs > Date.parse(to) ? 'in part' : undefined;
}
