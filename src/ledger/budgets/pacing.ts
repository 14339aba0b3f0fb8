import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { type Account, type BudgetResource, limitOf } from './account.ts';
import type { BudgetRow } from './budget-rows.ts';

/** Upper bounds of what is spent and held: in total, for the whole day, and for the day until now. */
type Bounds = { readonly total: number; readonly today: number; readonly byNow: number };

export type BothBounds = Readonly<Record<BudgetResource, Bounds>>;

/** Stands for no limit. In nanos it still fits a bigint column. */
const UNLIMITED = 9e15;

export function boundsOf(account: Account, row: BudgetRow, now: PaceMoment): BothBounds {
  const boundsFor = (resource: BudgetResource): Bounds => {
    const { total = UNLIMITED, daily = UNLIMITED } = limitOf(account, resource);
    const { allowed } = paceOf(account, resource, row, now);
    return {
      total: resource === 'micros' ? Math.min(total, riskBound(account, row)) : total,
      today: daily,
      byNow: Math.min(allowed, daily),
    };
  };
  return { micros: boundsFor('micros'), impressions: boundsFor('impressions') };
}

/**
 * Where what is spent and held has to end, so that what publishers are owed, with the ads that are sold and not billed,
 * exceeds what the campaign was charged by its risk at most.
 */
function riskBound({ riskMicros }: Account, { spentTotal, uncoveredMicros }: BudgetRow): number {
  if (riskMicros === undefined) return UNLIMITED;
  return spentTotal.micros + riskMicros - uncoveredMicros;
}

/** The spend that pacing allows, in the unit of the limit. Infinite where nothing limits it. */
type Pace = {
  /** From the start of the day until now. */
  readonly allowed: number;
  /** In the whole day. */
  readonly today: number;
};

/**
 * The part of the traffic of a span, in the hours that are open, that has come by a moment in it, from 0 to 1. The span
 * lies in one day of the zone.
 */
export type TrafficShare = (
  local: Pick<Account, 'zone' | 'openHours'>,
  span: { readonly startMs: number; readonly endMs: number },
  ms: number,
) => number;

export type PaceMoment = { readonly ms: number; readonly shareOf: TrafficShare };

/** A share of the day's allowance that may be spent early, so that a day does not start at zero. */
const HEAD_START = 0.02;

/**
 * Even pacing spreads a day's allowance over the traffic of the campaign's hours in the part of the day that lies in the
 * flight, and after the campaign was first seen. Where the flight has an end, the rest of the total budget is spread over
 * the rest of the flight first.
 */
export function paceOf(
  account: Account,
  resource: BudgetResource,
  { spentTotal, spentToday, sinceMs }: Pick<BudgetRow, 'spentTotal' | 'spentToday' | 'sinceMs'>,
  { ms: nowMs, shareOf }: PaceMoment,
): Pace {
  const { total, daily = Number.POSITIVE_INFINITY } = limitOf(account, resource);
  if (account.budget?.pacing !== 'even') return { allowed: daily, today: daily };

  const { zone } = account;
  const day = localDaySpan(zone, localDayOf(zone, nowMs));
  // A clock that was far ahead has recorded a day that is still to come: until then nearly nothing would be sold.
  const isSeen = sinceMs !== undefined && sinceMs < day.toMs;
  const startMs = Math.max(day.fromMs, account.startMs, isSeen ? sinceMs : day.fromMs);
  const endMs = Math.min(day.toMs, account.endMs);
  const spreadMs = account.endMs - startMs;
  const isSpread = total !== undefined && Number.isFinite(spreadMs) && spreadMs > 0;
  const spentBefore = spentTotal[resource] - spentToday[resource];
  const portion = isSpread
    ? Math.floor(Math.max(0, total - spentBefore) * (Math.max(0, endMs - startMs) / spreadMs))
    : Number.POSITIVE_INFINITY;
  const today = Math.min(daily, portion);
  if (today === Number.POSITIVE_INFINITY || nowMs >= endMs) return { allowed: today, today };
  const elapsed = nowMs <= startMs ? 0 : shareOf(account, { startMs, endMs }, nowMs);
  return { allowed: Math.floor(today * Math.min(1, elapsed + HEAD_START)), today };
}

/** What is neither spent nor held: now, and in the whole day. Negative where it is too much. */
export function headroomOf(
  { total, today, byNow }: Bounds,
  { spentTotal, spentToday, held }: BudgetRow,
  resource: BudgetResource,
): { readonly byNow: number; readonly today: number } {
  const wholeDay =
    Math.min(total - spentTotal[resource], today - spentToday[resource]) - held[resource];
  const untilNow = byNow - spentToday[resource] - held[resource];
  return { byNow: Math.min(wholeDay, untilNow), today: wholeDay };
}
