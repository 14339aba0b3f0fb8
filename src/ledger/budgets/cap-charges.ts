import { dueNanos, type SaleEvent } from '../../core/sale/fact.ts';
import { localDayOf } from '../../lib/local-day.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Query, Row } from '../../lib/sql/database.ts';
import { type Account, type AccountOf, isLimited, keyOf, limitOf } from './account.ts';

const NANOS_PER_MICRO = 1000;

const selectSpent = (keys: string) =>
  `select campaign, zone, day, before_day, spent_total_nanos, spent_day_nanos, spent_before_nanos
  from budgets where campaign in (${keys})`;

/**
 * Charges facts and conversions from the budgets of their campaigns, the earliest first: beyond a budget a charge is
 * recorded and not made. Nobody else may add to the spend of these campaigns before the transaction ends. Campaigns that
 * this machine does not know have no limit.
 */
export async function capCharges(
  query: Query,
  events: readonly SaleEvent[],
  accountOf: AccountOf,
): Promise<readonly SaleEvent[]> {
  const limited = new Map<string, Account>();
  for (const { sale } of events) {
    const key = keyOf(sale);
    const account = accountOf(key);
    if (account !== undefined && isLimited(account, 'micros')) limited.set(key, account);
  }
  if (limited.size === 0) return events;
  const rows = await selectAll(query, [...limited.keys()].toSorted(), selectSpent);
  const found = new Map(rows.map((row) => [String(row.campaign), row]));
  const purses = new Map(
    [...limited].map(([key, account]) => [key, createPurse(account, found.get(key) ?? {})]),
  );
  const capped = new Map<SaleEvent, SaleEvent>();
  for (const event of events.toSorted((a, b) => a.atMs - b.atMs)) {
    const due = dueNanos(event);
    const purse = purses.get(keyOf(event.sale));
    if (purse === undefined || due === 0) continue;
    const chargedNanos = purse.take(due, event.atMs);
    if (chargedNanos < due) capped.set(event, { ...event, uncharged: 'over-budget', chargedNanos });
  }
  return events.map((event) => capped.get(event) ?? event);
}

/** What is left of a budget. It counts days as the statement does that adds the spend to the row. */
function createPurse(account: Account, row: Row) {
  const { zone } = account;
  const limit = limitOf(account, 'micros');
  /** Whether the row still has days of another zone: the spend then counts on the last of them. */
  const isOther = row.zone !== undefined && row.zone !== zone;
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
    take(nanos: number, atMs: number): number {
      const of = isOther ? day : localDayOf(zone, atMs);
      startDay(of);
      const taken = Math.max(0, Math.min(nanos, totalMax - total, leftOn(of)));
      total += taken;
      if (of === day) today += taken;
      else if (of === beforeDay) before += taken;
      return taken;
    },
  };
}
