import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Query, Row } from '../../lib/sql/database.ts';
import {
  type Account,
  type Amount,
  amountOf,
  type BudgetResource,
  limitOf,
  NOTHING,
} from './account.ts';

/** What one campaign has spent and holds, as the ledger has them. Money is rounded up to whole micros. */
export type BudgetRow = {
  readonly spentTotal: Amount;
  readonly spentToday: Amount;
  /** By the portions of all machines together: not spent, and not free. */
  readonly held: Amount;
  /** What publishers were owed for it beyond what it was charged. Negative where it was charged more. */
  readonly uncoveredMicros: number;
  /** When a machine first saw the campaign with a budget; undefined: before that was recorded. */
  readonly sinceMs?: number | undefined;
  /** The time zone of the day that the spend of today is of; undefined: there is no row yet. */
  readonly zone?: string;
};

export const NO_ROW: BudgetRow = {
  spentTotal: NOTHING,
  spentToday: NOTHING,
  held: NOTHING,
  uncoveredMicros: 0,
};

/**
 * An SQL expression for today's spend. A machine whose clock is ahead may have moved the row to the next day
 * already. Then the spend of both days counts, because some of it may be of today.
 */
export function todayOf(what: 'spent' | 'impressions', unit: '_nanos' | '', day: string): string {
  return `(case when day < cast(${day} as bigint) then 0 else ${what}_day${unit} end
    + case when day > cast(${day} as bigint) then ${what}_before${unit} else 0 end)`;
}

/** `$1` is the day. */
const selectRows = (keys: string) => `select b.campaign as campaign,
    (b.spent_total_nanos + 999) / 1000 as total_micros,
    b.impressions_total as total_impressions,
    b.zone as zone,
    b.since_ms as since_ms,
    (${todayOf('spent', '_nanos', '$1')} + 999) / 1000 as day_micros,
    ${todayOf('impressions', '', '$1')} as day_impressions,
    b.held_micros as held_micros,
    (b.earned_total_nanos - b.spent_total_nanos) / 1000 as uncovered_micros,
    b.held_impressions as held_impressions
  from budgets b
  where b.campaign in (${keys})`;

/** Today of each campaign in its time zone, in days since 1970, by its key. */
type LocalDays = ReadonlyMap<string, number>;

export function localDays(
  campaigns: readonly { readonly key: string; readonly account: Pick<Account, 'zone'> }[],
  nowMs: number,
): LocalDays {
  return new Map(campaigns.map(({ key, account }) => [key, localDayOf(account.zone, nowMs)]));
}

/** At any moment there are at most three days in the world. */
export async function readRows(
  query: Query,
  days: LocalDays,
): Promise<ReadonlyMap<string, BudgetRow>> {
  const found = new Map<string, BudgetRow>();
  for (const [day, keys] of Map.groupBy(days.keys(), (key) => days.get(key) ?? 0)) {
    const rows = await selectAll(query, keys, selectRows, [day]);
    for (const row of rows) found.set(String(row.campaign), rowOf(row));
  }
  return found;
}

function rowOf(row: Row): BudgetRow {
  const amount = (column: string) => amountOf((resource) => Number(row[`${column}_${resource}`]));
  return {
    spentTotal: amount('total'),
    spentToday: amount('day'),
    held: amount('held'),
    uncoveredMicros: Number(row.uncovered_micros),
    zone: String(row.zone),
    sinceMs: row.since_ms === null ? undefined : Number(row.since_ms),
  };
}

/** Upper bounds of what is spent and held: in total, for the whole day, and for the day until now. */
type Bounds = { readonly total: number; readonly today: number; readonly byNow: number };

export type BothBounds = Readonly<Record<BudgetResource, Bounds>>;

/** Stands for no limit. In nanos it still fits a bigint column. */
const UNLIMITED = 9e15;

export function boundsOf(account: Account, row: BudgetRow, now: PaceMoment): BothBounds {
  // Another machine has learnt of another zone first: what is spent today in ours is not known.
  const isUnknown = row.zone !== undefined && row.zone !== account.zone;
  const boundsFor = (resource: BudgetResource): Bounds => {
    const { total = UNLIMITED, daily = UNLIMITED } = limitOf(account, resource);
    const { allowed } = paceOf(account, resource, row, now);
    return {
      total: resource === 'micros' ? Math.min(total, riskBound(account, row)) : total,
      today: daily,
      byNow: isUnknown ? 0 : Math.min(allowed, daily),
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
