import { createSums, insertAll } from '../bulk.ts';
import type { DatabaseKind, Query } from '../database.ts';
import { type Amount, amountOf } from './account.ts';
import { type BothBounds, todayOf } from './budget-rows.ts';

/** A machine loses its claims this long after its last heartbeat. Its term and its reservations have ended by then. */
export const CLAIM_MS = 360_000;

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

/** Every fact that any live machine recorded before this time is in the ledger. */
export async function caughtUpByAllMs(query: Query, nowMs: number): Promise<number> {
  const [row] = await query(
    `select min(caught_up_ms) as caught_up_ms from budget_machines where until_ms >= cast($1 as bigint)`,
    [nowMs],
  );
  return Number(row?.caught_up_ms ?? 0);
}

type ClaimChange = {
  readonly key: string;
  readonly machine: string;
  readonly day: number;
  readonly delta: Amount;
  readonly bounds: BothBounds;
};

/**
 * Changes a machine's claim on a campaign's budget. Returns false, and changes nothing, where the budget has no
 * headroom for it. One statement checks and claims, so spend plus all claims never exceed the budget.
 */
export async function changeClaim(query: Query, change: ClaimChange): Promise<boolean> {
  const { key, machine, day, delta, bounds } = change;
  const { micros, impressions } = bounds;
  const changed = await query(
    // SQLite numbers placeholders as they first appear.
    `update budgets set
      claimed_micros = claimed_micros + cast($1 as bigint),
      claimed_impressions = claimed_impressions + cast($2 as bigint)
    where campaign = $3
      and (cast($1 as bigint) <= 0 or (
        (spent_total_nanos + 999) / 1000 + claimed_micros + cast($1 as bigint) <= cast($4 as bigint)
        and (${todayOf('spent', '_nanos', '$5')} + 999) / 1000
          + claimed_micros + cast($1 as bigint) <= cast($6 as bigint)))
      and (cast($2 as bigint) <= 0 or (
        impressions_total + claimed_impressions + cast($2 as bigint) <= cast($7 as bigint)
        and ${todayOf('impressions', '', '$5')}
          + claimed_impressions + cast($2 as bigint) <= cast($8 as bigint)))
    returning campaign`,
    [
      delta.micros,
      delta.impressions,
      key,
      micros.total,
      day,
      micros.byNow,
      impressions.total,
      impressions.byNow,
    ],
  );
  if (changed.length === 0) return false;
  await query(
    `insert into budget_claims as c (campaign, machine, micros, impressions)
    values ($1, $2, cast($3 as bigint), cast($4 as bigint))
    on conflict (campaign, machine) do update set
      micros = c.micros + excluded.micros, impressions = c.impressions + excluded.impressions`,
    [key, machine, delta.micros, delta.impressions],
  );
  return true;
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

/** In the order of the keys: two machines that create the same rows wait for each other, and never in a circle. */
export async function createRows(query: Query, keys: readonly string[]): Promise<void> {
  const rows = keys.toSorted().map((key) => [key]);
  const insert = (values: string) =>
    `insert into budgets (campaign) values ${values} on conflict (campaign) do nothing`;
  await insertAll(query, rows, insert);
}

/** A machine whose clock was far ahead leaves rows with a future day. They count as today, and end with it. */
export async function endFutureDays(query: Query, day: number): Promise<void> {
  await query(
    `update budgets set
      day = cast($1 as bigint),
      spent_day_nanos = spent_day_nanos + spent_before_nanos, spent_before_nanos = 0,
      impressions_day = impressions_day + impressions_before, impressions_before = 0,
      before_day = 0
    where day > cast($1 as bigint) + 1`,
    [day],
  );
}

/** Releases the claims of machines whose last heartbeat expired before `deadMs`, and deletes old outcomes. */
export async function releaseDeadClaims(
  query: Query,
  { minuteMin, deadMs }: { readonly minuteMin: number; readonly deadMs: number },
): Promise<void> {
  await query('delete from budget_outcomes where minute < cast($1 as bigint)', [minuteMin]);
  const dead = await query(
    'delete from budget_machines where until_ms < cast($1 as bigint) returning machine',
    [deadMs],
  );
  const released = createSums();
  for (const { machine } of dead) {
    const claims = await query(
      'delete from budget_claims where machine = $1 returning campaign, micros, impressions',
      [String(machine)],
    );
    for (const { campaign, micros, impressions } of claims) {
      released.add([String(campaign)], [Number(micros), Number(impressions)]);
    }
  }
  for (const [key = '', micros = 0, impressions = 0] of released.rows()) {
    await query(
      `update budgets set
        claimed_micros = claimed_micros - cast($1 as bigint),
        claimed_impressions = claimed_impressions - cast($2 as bigint)
      where campaign = $3`,
      [micros, impressions, key],
    );
  }
}
