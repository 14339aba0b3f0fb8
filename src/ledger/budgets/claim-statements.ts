import type { DatabaseKind, Query } from '../../lib/sql/database.ts';
import { type Amount, amountOf } from './account.ts';
import { type BothBounds, type LocalDays, todayOf } from './budget-rows.ts';

/**
 * What a machine may have sold without recording it is released this long after its last heartbeat: after its term, the
 * time that its last sales may wait for their bills, and 15 seconds for clocks that differ.
 */
export const CLAIM_MS = 360_000;

/**
 * A machine without a heartbeat for this long is taken for dead: its term ended 15 seconds before. Nobody waits for
 * the facts in its journals any more, and what it recorded as reserved is released minute by minute.
 */
export const DEAD_MS = 60_000;

/** Recorded by an allocator that closes: no other machine waits for it. Its successor drains the same journals. */
export const CLOSED_MS = 9e15;

/** Facts of before `caughtUpMs` are in the ledger. Locks the row: nobody releases the claims before the commit. */
export async function recordHeartbeat(
  query: Query,
  allocatorId: string,
  { nowMs, caughtUpMs }: { readonly nowMs: number; readonly caughtUpMs: number },
): Promise<void> {
  await query(
    `insert into budget_machines (machine, until_ms, caught_up_ms)
    values ($1, cast($2 as bigint), cast($3 as bigint))
    on conflict (machine) do update set
      until_ms = excluded.until_ms, caught_up_ms = excluded.caught_up_ms`,
    [allocatorId, nowMs + CLAIM_MS, caughtUpMs],
  );
}

/** The machines that are alive: how many, and the time before which all facts that they recorded are in the ledger. */
type Living = { readonly machines: number; readonly caughtUpMs: number };

export async function readLiving(query: Query, nowMs: number): Promise<Living> {
  const [row] = await query(
    `select count(*) as machines, min(caught_up_ms) as caught_up_ms from budget_machines
    where until_ms >= cast($1 as bigint) and caught_up_ms < cast($2 as bigint)`,
    [nowMs + CLAIM_MS - DEAD_MS, CLOSED_MS],
  );
  return { machines: Number(row?.machines ?? 0), caughtUpMs: Number(row?.caught_up_ms ?? 0) };
}

type ClaimChange = {
  readonly key: string;
  readonly machine: string;
  /** Of the campaign, and today in it. */
  readonly zone: string;
  readonly day: number;
  readonly delta: Amount;
  readonly bounds: BothBounds;
  /** What the machine has reserved by minute. */
  readonly record: string;
};

/**
 * Where another machine has moved the row to another zone meanwhile, both its days count: our today lies in them.
 */
const SPENT_DAY = '(case when zone = $4 then cast($5 as bigint) else day - 1 end)';

/**
 * Changes a machine's claim on a campaign's budget. Returns false, and changes nothing, where the budget has no
 * headroom for it. One statement checks and claims, so spend plus all claims never exceed the budget.
 */
export async function changeClaim(query: Query, change: ClaimChange): Promise<boolean> {
  const { key, machine, zone, day, delta, bounds, record } = change;
  const { micros, impressions } = bounds;
  const changed = await query(
    // SQLite numbers placeholders as they first appear.
    `update budgets set
      claimed_micros = claimed_micros + cast($1 as bigint),
      claimed_impressions = claimed_impressions + cast($2 as bigint)
    where campaign = $3
      and (cast($1 as bigint) <= 0 or (
        (${todayOf('spent', '_nanos', SPENT_DAY)} + 999) / 1000
          + claimed_micros + cast($1 as bigint) <= cast($6 as bigint)
        and (spent_total_nanos + 999) / 1000 + claimed_micros + cast($1 as bigint) <= cast($7 as bigint)))
      and (cast($2 as bigint) <= 0 or (
        ${todayOf('impressions', '', SPENT_DAY)}
          + claimed_impressions + cast($2 as bigint) <= cast($8 as bigint)
        and impressions_total + claimed_impressions + cast($2 as bigint) <= cast($9 as bigint)))
    returning campaign`,
    [
      delta.micros,
      delta.impressions,
      key,
      zone,
      day,
      micros.byNow,
      micros.total,
      impressions.byNow,
      impressions.total,
    ],
  );
  if (changed.length === 0) return false;
  await query(
    `insert into budget_claims as c (campaign, machine, micros, impressions, reserved)
    values ($1, $2, cast($3 as bigint), cast($4 as bigint), $5)
    on conflict (campaign, machine) do update set
      micros = c.micros + excluded.micros, impressions = c.impressions + excluded.impressions,
      reserved = excluded.reserved`,
    [key, machine, delta.micros, delta.impressions, record],
  );
  return true;
}

/** Where the claim stays as it is. */
export async function recordReserved(
  query: Query,
  { key, machine, record }: Pick<ClaimChange, 'key' | 'machine' | 'record'>,
): Promise<void> {
  await query('update budget_claims set reserved = $1 where campaign = $2 and machine = $3', [
    record,
    key,
    machine,
  ]);
}

/** Asks the machines that do not sell from this budget to return what they have claimed of it. */
export async function recordLack(query: Query, key: string, untilMs: number): Promise<void> {
  await query('update budgets set lacked_until_ms = cast($1 as bigint) where campaign = $2', [
    untilMs,
    key,
  ]);
}

/** How the sales of one minute ended: billed or lost. */
export type MinuteOutcome = Readonly<Awaited<ReturnType<typeof takeOutcomes>>[number]>;

/** Reads and deletes the outcomes for one machine. Rows that a drain is writing are left for the next time. */
export async function takeOutcomes(query: Query, kind: DatabaseKind, machineTag: number) {
  const rows = await query(
    `delete from budget_outcomes where (machine_tag, campaign, minute) in (
      select machine_tag, campaign, minute from budget_outcomes where machine_tag = cast($1 as bigint)
      ${kind === 'postgres' ? 'for update skip locked' : ''})
    returning campaign, minute, billed_micros, billed_impressions, lost_micros, lost_impressions`,
    [machineTag],
  );
  return rows.map((row) => ({
    key: String(row.campaign),
    minute: Number(row.minute),
    billed: amountOf((resource) => Number(row[`billed_${resource}`])),
    lost: amountOf((resource) => Number(row[`lost_${resource}`])),
  }));
}

/** A machine whose clock was far ahead leaves rows with a future day. They count as today, and end with it. */
export async function endFutureDays(query: Query, days: LocalDays): Promise<void> {
  for (const [key, day] of days) {
    await query(
      `update budgets set
        day = cast($1 as bigint),
        spent_day_nanos = spent_day_nanos + spent_before_nanos, spent_before_nanos = 0,
        impressions_day = impressions_day + impressions_before, impressions_before = 0,
        before_day = 0
      where campaign = $2 and day > cast($1 as bigint) + 1`,
      [day, key],
    );
  }
}
