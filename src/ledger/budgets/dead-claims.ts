import { createSums, type RowSums, selectAll } from '../../lib/sql/bulk.ts';
import type { Query } from '../../lib/sql/database.ts';
import { type Amount, amountOf, NOTHING } from './account.ts';
import { CLAIM_MS, DEAD_MS } from './claim-statements.ts';
import { expiredOf, NONE_RESERVED } from './reserved-record.ts';
import { RING_MINUTES } from './slice-memory.ts';
import { expiredMinute } from './supervisor-slices.ts';

type Dead = { readonly machine: string; readonly untilMs: number };

/** Two clocks, each of which may be wrong in its own direction. */
const CLOCKS_MS_MAX = 10_000;

/** Releases what machines that died had claimed, as soon as it cannot be billed any more. */
export function createReleaseDead() {
  /** The dead and the minute of the last time: what they recorded by minute changes with these alone. */
  let lastLook = '';

  /** `caughtUpMs`: every fact that any living machine recorded before is in the ledger. */
  return async (query: Query, now: { readonly ms: number; readonly caughtUpMs: number }) => {
    const knownMs = Math.min(now.ms, now.caughtUpMs);
    // No machine keeps reservations of earlier minutes, so outcomes for them have no use.
    const minuteMin = expiredMinute(knownMs) - RING_MINUTES;
    await query('delete from budget_outcomes where minute < cast($1 as bigint)', [minuteMin]);
    const dead = await readDead(query, now.ms);
    const through = expiredMinute(knownMs - CLOCKS_MS_MAX);
    const look = JSON.stringify([through, ...dead.map(({ machine }) => machine)]);
    const isNew = look !== lastLook;
    const released = createSums();
    for (const one of dead) {
      const isOver = one.untilMs < knownMs;
      // Locks the row: one that comes to life again waits, and one that did meanwhile is left alone.
      if ((isNew || isOver) && (await isStillDead(query, one))) {
        if (isOver) await releaseAll(query, one, released);
        else await releaseExpired(query, one, through, released);
      }
    }
    await subtract(query, released);
    lastLook = look;
  };
}

async function readDead(query: Query, nowMs: number): Promise<readonly Dead[]> {
  const rows = await query(
    'select machine, until_ms from budget_machines where until_ms < cast($1 as bigint) order by machine',
    [nowMs + CLAIM_MS - DEAD_MS],
  );
  return rows.map((row) => ({ machine: String(row.machine), untilMs: Number(row.until_ms) }));
}

async function isStillDead(query: Query, { machine, untilMs }: Dead): Promise<boolean> {
  const locked = await query(
    `update budget_machines set until_ms = until_ms
    where machine = $1 and until_ms = cast($2 as bigint) returning machine`,
    [machine, untilMs],
  );
  return locked.length > 0;
}

async function releaseAll(query: Query, { machine }: Dead, released: RowSums): Promise<void> {
  await query('delete from budget_machines where machine = $1', [machine]);
  const claims = await query(
    'delete from budget_claims where machine = $1 returning campaign, micros, impressions',
    [machine],
  );
  for (const { campaign, micros, impressions } of claims) {
    released.add([String(campaign)], [Number(micros), Number(impressions)]);
  }
}

async function releaseExpired(
  query: Query,
  { machine }: Dead,
  through: number,
  released: RowSums,
): Promise<void> {
  const claims = await query(
    `select campaign, micros, impressions, reserved from budget_claims
    where machine = $1 and reserved <> $2 order by campaign`,
    [machine, NONE_RESERVED],
  );
  for (const row of claims) {
    const { expired, rest } = expiredOf(String(row.reserved), through);
    const free: Amount = amountOf((resource) => Math.min(expired[resource], Number(row[resource])));
    if (rest === row.reserved) continue;
    const key = String(row.campaign);
    await shrinkClaim(query, { key, machine, free, record: rest });
    released.add([key], [free.micros, free.impressions]);
  }
}

/** What a machine that was killed had sold of a campaign and may still be billed, as its memory tells. */
export type LeftClaim = {
  readonly key: string;
  readonly reserved: Amount;
  /** The same by minute, without the last one. */
  readonly record: string;
};

/** Leaves to a machine that was killed what it had reserved of these campaigns. Nothing where others have released it. */
export async function releaseUnsold(
  query: Query,
  machine: string,
  left: readonly LeftClaim[],
): Promise<void> {
  // Locks the row: nobody else releases the same.
  await query('update budget_machines set until_ms = until_ms where machine = $1', [machine]);
  const byKey = new Map(left.map((one) => [one.key, one]));
  const claims = await selectAll(
    query,
    [...byKey.keys()].toSorted(),
    (keys) => `select campaign, micros, impressions from budget_claims
      where machine = $1 and campaign in (${keys})`,
    [machine],
  );
  const released = createSums();
  for (const row of claims) {
    const key = String(row.campaign);
    const { reserved, record } = byKey.get(key) ?? { reserved: NOTHING, record: NONE_RESERVED };
    const free = amountOf((resource) => Math.max(0, Number(row[resource]) - reserved[resource]));
    await shrinkClaim(query, { key, machine, free, record });
    released.add([key], [free.micros, free.impressions]);
  }
  await subtract(query, released);
}

type Shrunk = {
  readonly key: string;
  readonly machine: string;
  readonly free: Amount;
  readonly record: string;
};

async function shrinkClaim(query: Query, { key, machine, free, record }: Shrunk): Promise<void> {
  await query(
    `update budget_claims set micros = micros - cast($1 as bigint),
      impressions = impressions - cast($2 as bigint), reserved = $3
    where campaign = $4 and machine = $5`,
    [free.micros, free.impressions, record, key, machine],
  );
}

async function subtract(query: Query, released: RowSums): Promise<void> {
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
