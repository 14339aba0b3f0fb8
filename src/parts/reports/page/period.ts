import type { TimeDimension } from '../../../core/sale/dimension-words.ts';
import type { ReportAnswer } from '../../../ledger/report-text.ts';
import { DAY_MS } from '../../../lib/day.ts';
import { type DayRange, dayAfter, type PeriodName } from '../../../lib/time-span.ts';
import { dayStartMs, wallTime } from '../../../lib/time-zone.ts';

export type ReportPeriod =
  | { readonly kind: 'last'; readonly last: string }
  | { readonly kind: 'named'; readonly name: PeriodName }
  | ({ readonly kind: 'days' } & DayRange);

export const LAST: Readonly<Record<string, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

export const NAMED: Readonly<Record<PeriodName, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
};

export function isPeriodName(name: string | null): name is PeriodName {
  return name !== null && Object.hasOwn(NAMED, name);
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
