import { DAY_MS, dayOf } from '../../lib/day.ts';
import { selectAll } from '../bulk.ts';
import type { Query, Row } from '../database.ts';
import {
  type Account,
  type Amount,
  amountOf,
  type BudgetResource,
  limitOf,
  NOTHING,
} from './account.ts';

/** Spend and claims of one campaign, as the ledger has them. Money is rounded up to whole micros. */
export type BudgetRow = {
  readonly spentTotal: Amount;
  readonly spentToday: Amount;
  /** By all machines together. */
  readonly claimed: Amount;
  /** What publishers were owed for it beyond what it was charged. Negative where it was charged more. */
  readonly uncoveredMicros: number;
};

export const NO_ROW: BudgetRow = {
  spentTotal: NOTHING,
  spentToday: NOTHING,
  claimed: NOTHING,
  uncoveredMicros: 0,
};

export type OwnRow = BudgetRow & {
  /** The claim of the machine that asks. */
  readonly own: Amount;
  /** The day of the last spend, in days since 1970. */
  readonly day: number;
  /** Until then a machine lacks what others may have without need. */
  readonly lackedUntilMs: number;
};

/**
 * An SQL expression for today's spend. A machine whose clock is ahead may have moved the row to the next day
 * already. Then the spend of both days counts, because some of it may be of today.
 */
export function todayOf(what: 'spent' | 'impressions', unit: '_nanos' | '', day: string): string {
  return `(case when day < cast(${day} as bigint) then 0 else ${what}_day${unit} end
    + case when day > cast(${day} as bigint) then ${what}_before${unit} else 0 end)`;
}

/** `$1` is the day, `$2` the machine. */
const selectRows = (keys: string) => `select b.campaign as campaign,
    (b.spent_total_nanos + 999) / 1000 as total_micros,
    b.impressions_total as total_impressions,
    b.day as day,
    b.lacked_until_ms as lacked_until_ms,
    (${todayOf('spent', '_nanos', '$1')} + 999) / 1000 as day_micros,
    ${todayOf('impressions', '', '$1')} as day_impressions,
    b.claimed_micros as claimed_micros,
    (b.earned_total_nanos - b.spent_total_nanos) / 1000 as uncovered_micros,
    b.claimed_impressions as claimed_impressions,
    coalesce(c.micros, 0) as own_micros,
    coalesce(c.impressions, 0) as own_impressions
  from budgets b
  left join budget_claims c on c.campaign = b.campaign and c.machine = $2
  where b.campaign in (${keys})`;

export async function readRows(
  query: Query,
  question: { readonly keys: readonly string[]; readonly machine: string; readonly day: number },
): Promise<ReadonlyMap<string, OwnRow>> {
  const { keys, machine, day } = question;
  const rows = await selectAll(query, keys, selectRows, [day, machine]);
  return new Map(rows.map((row) => [String(row.campaign), rowOf(row)]));
}

function rowOf(row: Row): OwnRow {
  const amount = (column: string) => amountOf((resource) => Number(row[`${column}_${resource}`]));
  return {
    spentTotal: amount('total'),
    spentToday: amount('day'),
    claimed: amount('claimed'),
    uncoveredMicros: Number(row.uncovered_micros),
    own: amount('own'),
    day: Number(row.day),
    lackedUntilMs: Number(row.lacked_until_ms),
  };
}

/** Upper bounds of spend plus claims: in total, for the whole day, and for the day until now. */
type Bounds = { readonly total: number; readonly today: number; readonly byNow: number };

export type BothBounds = Readonly<Record<BudgetResource, Bounds>>;

/** Stands for no limit. In nanos it still fits a bigint column. */
const UNLIMITED = 9e15;

const UNBOUNDED: Bounds = { total: UNLIMITED, today: UNLIMITED, byNow: UNLIMITED };
export const NO_BOUNDS: BothBounds = { micros: UNBOUNDED, impressions: UNBOUNDED };

export function boundsOf(account: Account, row: BudgetRow, nowMs: number): BothBounds {
  const boundsFor = (resource: BudgetResource): Bounds => {
    const limit = limitOf(account, resource).total ?? UNLIMITED;
    const total = resource === 'micros' ? Math.min(limit, riskBound(account, row)) : limit;
    const today = limitOf(account, resource).daily ?? UNLIMITED;
    const { allowed } = paceOf(account, resource, row, nowMs);
    return { total, today, byNow: Math.min(allowed, today) };
  };
  return { micros: boundsFor('micros'), impressions: boundsFor('impressions') };
}

/**
 * Where spend and claims have to end, so that what publishers are owed, with the ads that are sold and not billed,
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

/** A share of the day's allowance that may be spent early, so that a day does not start at zero. */
const HEAD_START = 0.02;

/**
 * Even pacing spreads a day's allowance over the part of the day that lies in the flight. Where the flight has an
 * end, the rest of the total budget is spread over the rest of the flight first.
 */
export function paceOf(
  account: Account,
  resource: BudgetResource,
  { spentTotal, spentToday }: Pick<BudgetRow, 'spentTotal' | 'spentToday'>,
  nowMs: number,
): Pace {
  const { total, daily = Number.POSITIVE_INFINITY } = limitOf(account, resource);
  if (account.budget?.pacing !== 'even') return { allowed: daily, today: daily };

  const dayStartMs = dayOf(nowMs) * DAY_MS;
  const startMs = Math.max(dayStartMs, account.startMs);
  const endMs = Math.min(dayStartMs + DAY_MS, account.endMs);
  const spreadMs = account.endMs - startMs;
  const isSpread = total !== undefined && Number.isFinite(spreadMs) && spreadMs > 0;
  const spentBefore = spentTotal[resource] - spentToday[resource];
  const portion = isSpread
    ? Math.floor(Math.max(0, total - spentBefore) * (Math.max(0, endMs - startMs) / spreadMs))
    : Number.POSITIVE_INFINITY;
  const today = Math.min(daily, portion);
  if (today === Number.POSITIVE_INFINITY || nowMs >= endMs) return { allowed: today, today };
  const elapsed = Math.max(0, (nowMs - startMs) / (endMs - startMs));
  return { allowed: Math.floor(today * Math.min(1, elapsed + HEAD_START)), today };
}

/** The amounts that machines may claim beyond existing claims: now, and in the whole day. */
export function headroomOf(
  { total, today, byNow }: Bounds,
  { spentTotal, spentToday, claimed }: BudgetRow,
  resource: BudgetResource,
): { readonly byNow: number; readonly today: number } {
  const wholeDay =
    Math.min(total - spentTotal[resource], today - spentToday[resource]) - claimed[resource];
  const untilNow = byNow - spentToday[resource] - claimed[resource];
  return { byNow: Math.min(wholeDay, untilNow), today: wholeDay };
}
