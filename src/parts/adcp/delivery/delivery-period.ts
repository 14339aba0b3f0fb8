import { dayOf } from '../../../lib/day.ts';
import { dateOf } from '../../../lib/local-day.ts';
import { type AdcpError, fail } from '../errors.ts';

/** The days of UTC that a report is of, the last one included. */
export type BuyReportPeriod = {
  readonly fromDay: number;
  readonly toDay: number;
  /** As a report says it: inclusive and exclusive. */
  readonly startMs: number;
  readonly endMs: number;
};

type PeriodArgs = {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
};

/** From the first day up to the one before the last. Without a day the period is open at that side: to what the buys have so far. */
export function readPeriod(
  { start_date: start, end_date: end }: PeriodArgs,
  nowMs: number,
): ((firstMs: number) => BuyReportPeriod) | AdcpError {
  const [startMs, endMs] = [msOf(start), msOf(end)];
  for (const [field, text, ms] of [
    ['start_date', start, startMs],
    ['end_date', end, endMs],
  ] as const) {
    if (text !== undefined && ms === undefined) {
      return fail.malformed(`${field}: expected a day of the calendar, but got "${text}"`, {
        field,
      });
    }
  }
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) {
    return fail.invalid(`end_date: expected a day after start_date, since it is exclusive`, {
      field: 'end_date',
      suggestion: `Send end_date "${dateOf(dayOf(startMs) + 1)}" for one day.`,
    });
  }
  return (firstMs) => {
    const toMs = endMs ?? Math.max(nowMs, (startMs ?? 0) + 1);
    const fromMs = Math.min(startMs ?? firstMs, toMs - 1);
    return { fromDay: dayOf(fromMs), toDay: dayOf(toMs - 1), startMs: fromMs, endMs: toMs };
  };
}

/** undefined: no day of the calendar, such as the 30th of February. */
function msOf(day: string | undefined): number | undefined {
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day ?? '') ? ms : undefined;
}
