import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { Account, Limit, Pacing } from './account.ts';

/** The spend that pacing allows, in the unit of the limit. Infinite where nothing limits it. */
export type Pace = {
  /** From the start of the day until now. */
  readonly allowed: number;
  /** In the whole day. */
  readonly today: number;
};

/** A share of the day's allowance that may be spent early, so that a day does not start at zero. */
const HEAD_START = 0.02;

export type PaceQuestion = {
  readonly flight: Pick<Account, 'startMs' | 'endMs'>;
  readonly pacing: Pacing;
  readonly limit: Limit;
  /** Includes today. */
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly nowMs: number;
};

/**
 * Even pacing spreads a day's allowance over the part of the day that lies in the flight. Where the flight has an
 * end, the rest of the total budget is spread over the rest of the flight first.
 */
export function paceOf(question: PaceQuestion): Pace {
  const { flight, pacing, limit, spentTotal, spentToday, nowMs } = question;
  const daily = limit.daily ?? Number.POSITIVE_INFINITY;
  if (pacing === 'asap') return { allowed: daily, today: daily };

  const dayStartMs = dayOf(nowMs) * DAY_MS;
  const startMs = Math.max(dayStartMs, flight.startMs);
  const endMs = Math.min(dayStartMs + DAY_MS, flight.endMs);
  const spreadMs = flight.endMs - startMs;
  const isSpread = limit.total !== undefined && Number.isFinite(spreadMs) && spreadMs > 0;
  const remaining = Math.max(0, (limit.total ?? 0) - (spentTotal - spentToday));
  const portion = isSpread
    ? Math.floor(remaining * Math.min(1, Math.max(0, endMs - startMs) / spreadMs))
    : Number.POSITIVE_INFINITY;
  const today = Math.min(daily, portion);
  if (today === Number.POSITIVE_INFINITY || nowMs >= endMs) return { allowed: today, today };
  const elapsed = Math.max(0, (nowMs - startMs) / (endMs - startMs));
  return { allowed: Math.floor(today * Math.min(1, elapsed + HEAD_START)), today };
}
