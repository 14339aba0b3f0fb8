import { dueNanos, type SaleEvent } from '../../core/sale/fact.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Query, Row } from '../../lib/sql/database.ts';
import { type Account, type AccountOf, isLimited, keyOf, limitOf } from './account.ts';
import type { Holds } from './holds.ts';

const NANOS_PER_MICRO = 1000;

const selectSpent = (keys: string) =>
  `select campaign, zone, day, before_day, spent_total_nanos, spent_day_nanos, spent_before_nanos, held_micros
  from budgets where campaign in (${keys})`;

/**
 * Charges facts and conversions from the budgets of their campaigns, the earliest first, and ends what their sales hold: in
 * full what is held for the sale, and beyond that what is neither spent nor held. What remains is recorded and not charged.
 * The rows of the campaigns are locked. Campaigns that this machine does not know have no limit.
 */
export async function capCharges(
  query: Query,
  events: readonly SaleEvent[],
  accountOf: AccountOf,
  holds: Holds,
): Promise<readonly SaleEvent[]> {
  const limited = new Map<string, Account>();
  for (const { sale } of events) {
    const key = keyOf(sale);
    const account = accountOf(key);
    if (account !== undefined && isLimited(account, 'micros')) limited.set(key, account);
  }
  const rows = await selectAll(query, [...limited.keys()].toSorted(), selectSpent);
  const found = new Map(rows.map((row) => [String(row.campaign), row]));
  const purses = new Map(
    [...limited].map(([key, account]) => [key, createPurse(account, found.get(key) ?? {})]),
  );
  const capped = new Map<SaleEvent, SaleEvent>();
  for (const event of events.toSorted((a, b) => a.atMs - b.atMs)) {
    const ownNanos = holds.release(event).micros * NANOS_PER_MICRO;
    const purse = purses.get(keyOf(event.sale));
    if (purse === undefined) continue;
    purse.release(ownNanos);
    const due = event.uncharged === undefined ? dueNanos(event) : 0;
    if (due === 0) continue;
    const isExpected = event.sale.charge.per !== 'impression';
    const dayIn = (zone: string) => holds.dayOf(event, zone);
    const chargedNanos = isExpected ? purse.takeAll(due, dayIn) : purse.take(due, ownNanos, dayIn);
    if (chargedNanos < due) capped.set(event, { ...event, uncharged: 'over-budget', chargedNanos });
  }
  return events.map((event) => capped.get(event) ?? event);
}

/** The day of a fact in a time zone. */
type DayIn = (zone: string) => number;

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
  let held = Number(row.held_micros ?? 0) * NANOS_PER_MICRO;
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

  function spend(nanos: number, dayIn: DayIn, payable: (left: number) => number): number {
    const of = isOther ? day : dayIn(zone);
    startDay(of);
    const taken = Math.max(0, Math.min(nanos, payable(Math.min(totalMax - total, leftOn(of)))));
    total += taken;
    if (of === day) today += taken;
    else if (of === beforeDay) before += taken;
    return taken;
  }

  return {
    release(nanos: number): void {
      held -= nanos;
    },
    /** Takes at most the given amount, of what is held for the sale or of what nobody holds. */
    take: (nanos: number, ownNanos: number, dayIn: DayIn) =>
      spend(nanos, dayIn, (left) => Math.max(ownNanos, left - held)),
    /**
     * The same for a click or a conversion. It is worth more than the one chance of it that was held, and more than the
     * chances of others that are.
     */
    takeAll: (nanos: number, dayIn: DayIn) => spend(nanos, dayIn, (left) => left),
  };
}
