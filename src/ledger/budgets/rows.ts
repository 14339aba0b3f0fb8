import type { Query, Row } from '../database.ts';
import { type Account, type Amount, limitOf } from './account.ts';
import { chunksOf } from './chunks.ts';
import { type Pace, paceOf } from './pacing.ts';

/** What the ledger knows of a campaign's budget. Amounts of money are rounded up to whole micros. */
export type BudgetRow = {
  readonly spentTotal: Amount;
  readonly spentToday: Amount;
  /** By all machines. */
  readonly claimed: Amount;
};

export const NO_ROW: BudgetRow = {
  spentTotal: { micros: 0, impressions: 0 },
  spentToday: { micros: 0, impressions: 0 },
  claimed: { micros: 0, impressions: 0 },
};

export type OwnRow = BudgetRow & {
  readonly own: Amount;
  /** In days since 1970, of what was spent last. */
  readonly day: number;
};

/**
 * What counts as spent today, as an expression. Where the row is of a later day already, as when another
 * machine's clock is ahead, all that may have been today does.
 */
export function todayOf(what: 'spent' | 'impressions', unit: '_nanos' | '', day: string): string {
  return `(case when day < cast(${day} as bigint) then 0 else ${what}_day${unit} end
    + case when day > cast(${day} as bigint) then ${what}_before${unit} else 0 end)`;
}

/** The rows of campaigns, by key, with the claims of one machine. */
export async function readRows(
  query: Query,
  {
    keys,
    machine,
    day,
  }: { readonly keys: readonly string[]; readonly machine: string; readonly day: number },
): Promise<ReadonlyMap<string, OwnRow>> {
  const found = new Map<string, OwnRow>();
  for (const some of chunksOf(keys)) {
    const values = [day, machine, ...some];
    for (const row of await query(statementFor(some.length), values)) {
      found.set(String(row.campaign), rowOf(row));
    }
  }
  return found;
}

function statementFor(keys: number): string {
  const places = Array.from({ length: keys }, (_, index) => `$${index + 3}`).join(', ');
  return `select b.campaign as campaign,
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
    where b.campaign in (${places})`;
}

function rowOf(row: Row): OwnRow {
  const amount = (of: string): Amount => ({
    micros: Number(row[`${of}_micros`]),
    impressions: Number(row[`${of}_impressions`]),
  });
  return {
    spentTotal: amount('total'),
    spentToday: amount('day'),
    claimed: amount('claimed'),
    own: amount('own'),
    day: Number(row.day),
  };
}

/** The most that may be spent and claimed together: in all, today, and today by now. */
export type Bounds = { readonly total: number; readonly today: number; readonly byNow: number };

export type BothBounds = { readonly micros: Bounds; readonly impressions: Bounds };

/** Stands for no limit. A thousand times as much still fits a column. */
export const UNLIMITED = 9e15;

export function boundsOf(account: Account, row: BudgetRow, nowMs: number): BothBounds {
  const of = (kind: keyof Amount): Bounds => {
    const total = limitOf(account, kind).total ?? UNLIMITED;
    const today = limitOf(account, kind).daily ?? UNLIMITED;
    const { allowed } = paceAt(account, kind, row, nowMs);
    return { total, today, byNow: Math.min(allowed, today) };
  };
  return { micros: of('micros'), impressions: of('impressions') };
}

export function paceAt(
  account: Account,
  kind: keyof Amount,
  { spentTotal, spentToday }: BudgetRow,
  nowMs: number,
): Pace {
  return paceOf({
    flight: account,
    pacing: account.budget?.pacing ?? 'asap',
    limit: limitOf(account, kind),
    spentTotal: spentTotal[kind],
    spentToday: spentToday[kind],
    nowMs,
  });
}

/** What may still be claimed by now, and today whatever the hour. */
export function roomOf(
  { total, today, byNow }: Bounds,
  { spentTotal, spentToday, claimed }: BudgetRow,
  kind: keyof Amount,
): { readonly byNow: number; readonly today: number } {
  const all = Math.min(total - spentTotal[kind], today - spentToday[kind]) - claimed[kind];
  return { byNow: Math.min(all, byNow - spentToday[kind] - claimed[kind]), today: all };
}
