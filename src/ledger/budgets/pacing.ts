import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { Account, Limit, Pacing } from './account.ts';

/** What a campaign may have spent of a limit, in the unit of the limit. Infinite where nothing limits it. */
export type Pace = {
  /** Today, by now. */
  readonly allowed: number;
  /** In the whole of today. */
  readonly today: number;
};

/** So that a day does not begin with nothing, and a campaign that is late can catch up a little. */
const HEAD_START = 0.02;

export type PaceQuestion = {
  readonly flight: Pick<Account, 'startMs' | 'endMs'>;
  readonly pacing: Pacing;
  readonly limit: Limit;
  /** All that was ever spent, what was spent today included. */
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly nowMs: number;
};

/**
 * Even pacing: a day's allowance is spent in step with the day, or with the part of it that lies in the
 * flight. A total with an end in sight is spread over what is left of the flight.
 */
export function paceOf(question: PaceQuestion): Pace {
  const { flight, pacing, limit, spentTotal, spentToday, nowMs } = question;
  const daily = limit.daily ?? Number.POSITIVE_INFINITY;
  if (pacing === 'asap') return { allowed: daily, today: daily };

  const dayStartMs = dayOf(nowMs) * DAY_MS;
  const startMs = Math.max(dayStartMs, flight.startMs);
  const endMs = Math.min(dayStartMs + DAY_MS, flight.endMs);
  const spreadMs = flight.endMs - startMs;
  const share = limit.total !== undefined && Number.isFinite(spreadMs) && spreadMs > 0;
  const left = Math.max(0, (limit.total ?? 0) - (spentTotal - spentToday));
  const portion = share
    ? Math.floor(left * Math.min(1, Math.max(0, endMs - startMs) / spreadMs))
    : Number.POSITIVE_INFINITY;
  const today = Math.min(daily, portion);
  if (today === Number.POSITIVE_INFINITY || nowMs >= endMs) return { allowed: today, today };
  const elapsed = Math.max(0, (nowMs - startMs) / (endMs - startMs));
  return { allowed: Math.floor(today * Math.min(1, elapsed + HEAD_START)), today };
}
