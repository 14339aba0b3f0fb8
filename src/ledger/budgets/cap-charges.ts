import { dayOf } from '../../lib/day.ts';
import { dueNanos, type Fact } from '../../sale/fact.ts';
import { selectAll } from '../bulk.ts';
import type { Query, Row } from '../database.ts';
import { type AccountOf, keyOf, type Limit, limitOf } from './account.ts';

const NANOS_PER_MICRO = 1000;

const selectSpent = (keys: string) =>
  `select campaign, day, before_day, spent_total_nanos, spent_day_nanos, spent_before_nanos
  from budgets where campaign in (${keys})`;

/**
 * Charges facts from the budgets of their campaigns, the earliest first: beyond a budget a charge is recorded and not
 * made. Nobody else may add to the spend of these campaigns before the transaction ends. Campaigns that this machine
 * does not know have no limit.
 */
export async function capCharges(
  query: Query,
  facts: readonly Fact[],
  accountOf: AccountOf,
): Promise<readonly Fact[]> {
  const limits = new Map<string, Limit>();
  for (const { sale } of facts) {
    const key = keyOf(sale);
    const account = accountOf(key);
    const limit = account === undefined ? undefined : limitOf(account, 'micros');
    if (limit?.total !== undefined || limit?.daily !== undefined) limits.set(key, limit);
  }
  if (limits.size === 0) return facts;
  const rows = await selectAll(query, [...limits.keys()].toSorted(), selectSpent);
  const found = new Map(rows.map((row) => [String(row.campaign), row]));
  const purses = new Map(
    [...limits].map(([key, limit]) => [key, createPurse(limit, found.get(key) ?? {})]),
  );
  const capped = new Map<Fact, Fact>();
  for (const fact of facts.toSorted((a, b) => a.atMs - b.atMs)) {
    const due = dueNanos(fact);
    const purse = purses.get(keyOf(fact.sale));
    if (purse === undefined || due === 0) continue;
    const chargedNanos = purse.take(due, dayOf(fact.atMs));
    if (chargedNanos < due) capped.set(fact, { ...fact, uncharged: 'over-budget', chargedNanos });
  }
  return facts.map((fact) => capped.get(fact) ?? fact);
}

/** What is left of a budget. It counts days as the statement does that adds the spend to the row. */
function createPurse(limit: Limit, row: Row) {
  let day = Number(row.day ?? 0);
  let beforeDay = Number(row.before_day ?? 0);
  let [total, today, before] = ['total', 'day', 'before'].map((span) =>
    Number(row[`spent_${span}_nanos`] ?? 0),
  ) as [number, number, number];
  const totalMax = (limit.total ?? Number.POSITIVE_INFINITY) * NANOS_PER_MICRO;
  const dailyMax = (limit.daily ?? Number.POSITIVE_INFINITY) * NANOS_PER_MICRO;

  function startDay(of: number): void {
    if (of > day) [before, beforeDay, today, day] = [today, day, 0, of];
    else if (of < day && of > beforeDay) [before, beforeDay] = [0, of];
  }

  /** Of a day before the last two with spend nothing is known: it counts to the total alone. */
  function leftOn(of: number): number {
    if (of < beforeDay) return Number.POSITIVE_INFINITY;
    return dailyMax - (of === day ? today : before);
  }

  return {
    /** Takes what is left, at most the given amount. */
    take(nanos: number, of: number): number {
      startDay(of);
      const taken = Math.max(0, Math.min(nanos, totalMax - total, leftOn(of)));
      total += taken;
      if (of === day) today += taken;
      else if (of === beforeDay) before += taken;
      return taken;
    },
  };
}
