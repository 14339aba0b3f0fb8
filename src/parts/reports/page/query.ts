import { TIMES, type TimeDimension } from '../../../core/sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../../core/sale/measures.ts';
import type { ReportAnswer } from '../../../ledger/report-text.ts';
import { DAY_MS } from '../../../lib/day.ts';
import { dayAfter, type PeriodName } from '../../../lib/time-span.ts';
import { dayStartMs, wallTime } from '../../../lib/time-zone.ts';

/** The periods that can be chosen: `period` of a query, and `last`. */
export const PERIODS: Readonly<Record<PeriodName, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
};
export const LAST: Readonly<Record<string, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

/**
 * A report: the query of `GET /api/report`, and as `measure` what is drawn of it. The address of the page has it all, so that it
 * can be shared; what an address leaves out is as usual.
 */
export function reportOf(address: URLSearchParams, consoleZone: string): URLSearchParams {
  const asked = new URLSearchParams(address);
  if (!asked.has('by')) asked.set('by', 'hour');
  if (!['last', 'period', 'from'].some((name) => asked.has(name))) asked.set('last', '24h');
  if (!asked.has('zone')) asked.set('zone', consoleZone);
  return asked;
}

/** The same with other parameters; null: without it. */
export function withAsked(
  asked: URLSearchParams,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): URLSearchParams {
  const next = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const text of value === null ? [] : [value].flat()) next.append(name, text);
  }
  return next;
}

/** Commas and slashes need no escaping, and the address is easier to read with them. */
export const queryText = (asked: URLSearchParams): string =>
  asked.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');

export const byOf = (asked: URLSearchParams): readonly string[] =>
  (asked.get('by') ?? '').split(',');

/** What is drawn. */
export function measureOf(asked: URLSearchParams): string {
  const measure = asked.get('measure') ?? '';
  return REPORT_COLUMNS.has(measure) ? measure : 'spend_usd';
}

/** The filters, each with its dimension. */
export const filtersOf = (asked: URLSearchParams) =>
  asked.getAll('where').map((text) => {
    const [name = '', ...value] = text.split('=');
    return { text, name, value: value.join('=') };
  });

export function timeOf(by: readonly string[]): TimeDimension | undefined {
  return TIMES.find((name) => by.includes(name));
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
