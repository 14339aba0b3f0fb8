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
import { type Pace, paceOf } from './pacing.ts';

/** Spend and claims of one campaign, as the ledger has them. Money is rounded up to whole micros. */
export type BudgetRow = {
  readonly spentTotal: Amount;
  readonly spentToday: Amount;
  /** By all machines together. */
  readonly claimed: Amount;
};

export const NO_ROW: BudgetRow = { spentTotal: NOTHING, spentToday: NOTHING, claimed: NOTHING };

export type OwnRow = BudgetRow & {
  /** The claim of the machine that asks. */
  readonly own: Amount;
  /** The day of the last spend, in days since 1970. */
  readonly day: number;
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
const SELECT_ROWS = `select b.campaign as campaign,
    (b.spent_total_nanos + 999) / 1000 as total_micros,
    b.impressions_total as total_impressions,
    b.day as day,
    (${todayOf('spent', '_nanos', '$1')} + 999) / 1000 as day_micros,
    ${todayOf('impressions', '', '$1')} as day_impressions,
    b.claimed_micros as claimed_micros,
    b.claimed_impressions as claimed_impressions,
    coalesce(c.micros, 0) as own_micros,
    coalesce(c.impressions, 0) as own_impressions
  from budgets b
  left join budget_claims c on c.campaign = b.campaign and c.machine = $2
  where b.campaign in`;

type RowsQuestion = {
  readonly keys: readonly string[];
  readonly machine: string;
  readonly day: number;
};

/** The rows of campaigns, by key, with the claims of one machine. */
export async function readRows(
  query: Query,
  { keys, machine, day }: RowsQuestion,
): Promise<ReadonlyMap<string, OwnRow>> {
  const rows = await selectAll(query, { before: SELECT_ROWS, keys, values: [day, machine] });
  return new Map(rows.map((row) => [String(row.campaign), rowOf(row)]));
}

function rowOf(row: Row): OwnRow {
  const amount = (column: string) => amountOf((resource) => Number(row[`${column}_${resource}`]));
  return {
    spentTotal: amount('total'),
    spentToday: amount('day'),
    claimed: amount('claimed'),
    own: amount('own'),
    day: Number(row.day),
  };
}

/** Upper bounds of spend plus claims: in total, for the whole day, and for the day until now. */
export type Bounds = { readonly total: number; readonly today: number; readonly byNow: number };

export type BothBounds = { readonly micros: Bounds; readonly impressions: Bounds };

/** Stands for no limit. In nanos it still fits a bigint column. */
export const UNLIMITED = 9e15;

const UNBOUNDED: Bounds = { total: UNLIMITED, today: UNLIMITED, byNow: UNLIMITED };
export const NO_BOUNDS: BothBounds = { micros: UNBOUNDED, impressions: UNBOUNDED };

export function boundsOf(account: Account, row: BudgetRow, nowMs: number): BothBounds {
  const boundsFor = (resource: BudgetResource): Bounds => {
    const total = limitOf(account, resource).total ?? UNLIMITED;
    const today = limitOf(account, resource).daily ?? UNLIMITED;
    const { allowed } = paceAt(account, resource, row, nowMs);
    return { total, today, byNow: Math.min(allowed, today) };
  };
  return { micros: boundsFor('micros'), impressions: boundsFor('impressions') };
}

export function paceAt(
  account: Account,
  resource: BudgetResource,
  { spentTotal, spentToday }: BudgetRow,
  nowMs: number,
): Pace {
  return paceOf({
    flight: account,
    pacing: account.budget?.pacing ?? 'asap',
    limit: limitOf(account, resource),
    spentTotal: spentTotal[resource],
    spentToday: spentToday[resource],
    nowMs,
  });
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
