import { dayOf } from '../../lib/day.ts';
import type { Database, Query } from '../database.ts';
import type { Account } from './account.ts';
import { type OwnRow, readRows } from './budget-rows.ts';
import {
  CLAIM_MS,
  caughtUpByAllMs,
  changeClaim,
  createRows,
  endFutureDays,
  type Outcome,
  recordHeartbeat,
  releaseDeadClaims,
  takeOutcomes,
} from './claim-statements.ts';
import { matchOutcomes } from './match-outcomes.ts';
import { createReservationExpiry } from './reservation-expiry.ts';
import { createSelectSlices } from './select-slices.ts';
import { LEASE_MS, RING_MINUTES } from './slice-memory.ts';
import { createSliceState, type SliceState, zero } from './slice-state.ts';
import { applyStep, type Moment, planStep, type SliceStep } from './slice-step.ts';
import { expiredMinute, type SupervisorSlices } from './supervisor-slices.ts';

/** Claims budget in the ledger and distributes it to the slices of this machine. */
export type BudgetAllocator = {
  /**
   * To be called about once a second, one call at a time. Rejects where the ledger cannot be reached; the next
   * call repairs what this one left undone. `caughtUpMs`: all facts that this machine's journals had before are
   * in the ledger.
   */
  readonly tick: (nowMs: number, caughtUpMs: number) => Promise<void>;
  /** Ends the lease and returns everything that is not reserved. */
  readonly close: (nowMs: number) => Promise<void>;
};

export type AllocatorOptions = {
  readonly database: Database;
  readonly accounts: readonly Account[];
  readonly slices: SupervisorSlices;
  /** Unique for each allocator, also on the same machine: claims are held under it. */
  readonly allocatorId: string;
  /** The number that this machine's sales carry. */
  readonly machineTag: number;
  readonly startMs: number;
};

/**
 * The lease is not extended while the slowest machine is further behind than this. A machine that has died counts
 * as behind until its claims are released; the others continue meanwhile.
 */
const BEHIND_MS_MAX = CLAIM_MS + 60_000;

/** Recorded by an allocator that closes: no other machine waits for it. Its successor drains the same journals. */
const CLOSED_MS = 9e15;

export function createBudgetAllocator(options: AllocatorOptions): BudgetAllocator {
  const { database, accounts, slices, allocatorId } = options;
  const states = sliceStatesOf(accounts);
  const expiry = createReservationExpiry(states, slices, options.startMs);
  const select = createSelectSlices(states, slices);
  let lastMs = options.startMs;
  let hasRows = false;

  const momentOf = (ms: number, isClosing: boolean): Moment => ({
    ms,
    day: dayOf(ms),
    elapsedMs: ms - lastMs,
    isClosing,
  });

  /** Runs in one transaction, and returns the steps to apply to shared memory after the commit. */
  async function planSteps(
    query: Query,
    now: Moment,
    caughtUpMs: number,
  ): Promise<readonly SliceStep[]> {
    await recordHeartbeat(query, { allocatorId, nowMs: now.ms, caughtUpMs });
    const keys = states.map(({ key }) => key);
    if (!hasRows) await createRows(query, keys);
    const outcomes = Map.groupBy(
      await takeOutcomes(query, options.machineTag),
      ({ key }: Outcome) => key,
    );
    const selected = now.isClosing ? states : select(outcomes);
    const rows = await readCurrentRows(query, selected, { machine: allocatorId, day: now.day });
    const steps: SliceStep[] = [];
    for (const state of selected) {
      const row = rows.get(state.key);
      if (row === undefined) continue;
      const kept = (outcomes.get(state.key) ?? []).filter(({ minute }) =>
        expiry.isKept(minute, now.ms),
      );
      steps.push(await planAndClaim(query, options, { state, row, outcomes: kept, now }));
    }
    return steps;
  }

  async function allocate(now: Moment, caughtUpMs: number): Promise<void> {
    const steps = await database.transaction((query) => planSteps(query, now, caughtUpMs));
    hasRows = true;
    lastMs = now.ms;
    for (const step of steps) applyStep(slices, step);
  }

  return {
    async tick(nowMs, caughtUpMs) {
      await recordHeartbeat(database.query, { allocatorId, nowMs, caughtUpMs });
      const allCaughtUpMs = await caughtUpByAllMs(database.query, nowMs);
      expiry.expire(nowMs, allCaughtUpMs);
      await releaseExpired(database, Math.min(nowMs, allCaughtUpMs));
      await allocate(momentOf(nowMs, false), caughtUpMs);
      const isBehind = nowMs - caughtUpMs > LEASE_MS || nowMs - allCaughtUpMs > BEHIND_MS_MAX;
      if (!isBehind) slices.extendLease(nowMs);
    },
    async close(nowMs) {
      slices.endLease();
      await allocate(momentOf(nowMs, true), CLOSED_MS);
    },
  };
}

/** In the order of the keys: all machines lock the rows of the ledger in it. */
function sliceStatesOf(accounts: readonly Account[]): readonly SliceState[] {
  return [...accounts.entries()]
    .filter(([, { budget }]) => budget !== undefined)
    .map(([campaign, account]) => createSliceState(campaign, account))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function readCurrentRows(
  query: Query,
  states: readonly SliceState[],
  { machine, day }: { readonly machine: string; readonly day: number },
): Promise<ReadonlyMap<string, OwnRow>> {
  const question = { keys: states.map(({ key }) => key), machine, day };
  const rows = await readRows(query, question);
  if (![...rows.values()].some((row) => row.day > day + 1)) return rows;
  await endFutureDays(query, day);
  return readRows(query, question);
}

/** Where another machine has claimed the headroom since the row was read, the slice gets nothing new. */
async function planAndClaim(
  query: Query,
  { slices, allocatorId }: AllocatorOptions,
  given: {
    readonly state: SliceState;
    readonly row: OwnRow;
    readonly outcomes: readonly Outcome[];
    readonly now: Moment;
  },
): Promise<SliceStep> {
  const { state, row, now } = given;
  const settled = matchOutcomes(given.outcomes, (minute) =>
    slices.reservedIn(state.campaign, minute),
  );
  const plan = planStep(slices, { state, row, settled, now });
  const { claimDelta: delta, bounds, returned, granted } = plan;
  const isUnchanged = delta.micros === 0 && delta.impressions === 0;
  const change = { key: state.key, machine: allocatorId, day: now.day, delta, bounds };
  const isClaimed = isUnchanged || (await changeClaim(query, change));
  return { state, settled, returned, granted: isClaimed ? granted : zero() };
}

/** Releases the claims of machines that have died. */
async function releaseExpired(database: Database, deadMs: number): Promise<void> {
  // No machine keeps reservations of earlier minutes, so outcomes for them have no use.
  const minuteMin = expiredMinute(deadMs) - RING_MINUTES;
  await database.transaction((query) => releaseDeadClaims(query, { minuteMin, deadMs }));
}
