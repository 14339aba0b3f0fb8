import { dayOf } from '../../lib/day.ts';
import type { Database, Query } from '../database.ts';
import { DatabaseWentBack, type Heartbeat } from '../heartbeat.ts';
import { type Account, hasSlice, minuteOf } from './account.ts';
import { NO_BOUNDS, readRows } from './budget-rows.ts';
import {
  CLAIM_MS,
  caughtUpByAllMs,
  changeClaim,
  createRows,
  endFutureDays,
  type MinuteOutcome,
  recordHeartbeat,
  releaseDeadClaims,
  takeOutcomes,
} from './claim-statements.ts';
import { holdCauseOf } from './hold-cause.ts';
import { createReservationExpiry, type ReservationExpiry } from './reservation-expiry.ts';
import { createSelectSlices } from './select-slices.ts';
import { RING_MINUTES, SLICE_MAX, TERM_MS } from './slice-memory.ts';
import { createSliceState, type SliceState, zero } from './slice-state.ts';
import {
  applyStep,
  matchOutcomes,
  planStep,
  type SliceStep,
  type Tick,
  type TickPhase,
} from './slice-step.ts';
import { expiredMinute, type SupervisorSlices } from './supervisor-slices.ts';

export type BudgetAllocator = ReturnType<typeof createBudgetAllocator>;

/** A campaign, and its index in the list of accounts. */
export type Assigned = { readonly index: number; readonly account: Account };

type AllocatorOptions = {
  readonly database: Database;
  readonly accounts: readonly Account[];
  readonly slices: SupervisorSlices;
  /** Unique for each allocator, also on the same machine: claims are held under it. */
  readonly allocatorId: string;
  /** The number that this machine's sales carry. */
  readonly machineTag: number;
  readonly heartbeat: Heartbeat;
  readonly startMs: number;
};

/** The term is not extended while the slowest machine is further behind. A dead one is, until its claims are released. */
const BEHIND_MS_MAX = CLAIM_MS + 60_000;

/**
 * After the database went back, machines claim no more than they have reserved for this long, so that each claims that
 * before any other takes it: three heartbeats.
 */
export const RECOVERY_MS = 3000;

/** Nothing is known to be drained. */
export const NEVER_MS = 0;

/** Recorded by an allocator that closes: no other machine waits for it. Its successor drains the same journals. */
const CLOSED_MS = 9e15;

/** Claims budget in the ledger and distributes it to the slices of this machine. */
export function createBudgetAllocator(options: AllocatorOptions) {
  const { database, accounts, slices, heartbeat } = options;
  /** In the order of the keys: all machines lock the rows of the ledger in it. */
  const states: SliceState[] = [];
  const expiry = createReservationExpiry(states, slices, options.startMs);
  /** The keys of campaigns that may have no row in the ledger yet. */
  const rowless = new Set<string>();
  const allocate = createAllocate(options, states, expiry, rowless);
  /** The database went back, and what is reserved is not claimed again yet. */
  let isUnclaimed = false;

  /** Puts campaigns into spare rows, or changes those that are there. One without a budget returns what it has. */
  function assign(assignments: readonly Assigned[]): void {
    const known = new Map(states.map((state) => [state.campaign, state]));
    for (const { index, account } of assignments) {
      const state = known.get(index);
      if (state !== undefined) state.account = account;
      else if (hasSlice(account)) {
        const added = createSliceState(index, account);
        states.push(added);
        rowless.add(added.key);
      }
    }
    states.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  assign(accounts.map((account, index) => ({ index, account })));

  async function attempt(nowMs: number, caughtUpMs: number): Promise<void> {
    // Before anything that depends on the time.
    const allCaughtUpMs = await withHeartbeat(options, async (query) => {
      await recordHeartbeat(query, options.allocatorId, { nowMs, caughtUpMs });
      return caughtUpByAllMs(query, nowMs);
    });
    if (allCaughtUpMs === undefined) return;
    expiry.expire(nowMs, allCaughtUpMs);
    const deadMs = Math.min(nowMs, allCaughtUpMs);
    // No machine keeps reservations of earlier minutes, so outcomes for them have no use.
    const minuteMin = expiredMinute(deadMs) - RING_MINUTES;
    await database.transaction((query) => releaseDeadClaims(query, { minuteMin, deadMs }));
    const wentBackMs = heartbeat.wentBackMs();
    // Bills that are in the journal of any machine alone are missing from the spend.
    const isRecovering =
      isUnclaimed || nowMs - wentBackMs < RECOVERY_MS || allCaughtUpMs <= wentBackMs;
    const isClaimed = await allocate(nowMs, caughtUpMs, isRecovering ? 'recovering' : 'serving');
    if (!isClaimed) return;
    isUnclaimed = false;
    const isBehind = nowMs - caughtUpMs > TERM_MS || nowMs - allCaughtUpMs > BEHIND_MS_MAX;
    if (!isBehind) slices.extendTerm(nowMs);
  }

  return {
    /**
     * To be called about once a second, one call at a time. Rejects where the ledger cannot be reached; the next
     * call repairs what this one left undone. `caughtUpMs`: all facts that this machine's journals had before are
     * in the ledger.
     */
    async tick(nowMs: number, caughtUpMs: number): Promise<void> {
      try {
        await attempt(nowMs, caughtUpMs);
      } catch (error) {
        if (!(error instanceof DatabaseWentBack)) throw error;
        isUnclaimed = true;
        // The claims in the database are of before: what is available or in transit may not be among them.
        for (const { key, campaign, inTransit } of states) {
          rowless.add(key);
          slices.withdraw(campaign, SLICE_MAX);
          Object.assign(inTransit, zero());
        }
        // What it has drained may not be in the database any more.
        await attempt(nowMs, NEVER_MS);
      }
    },
    assign,
    /** Ends the term and returns everything that is not reserved. */
    async close(nowMs: number): Promise<void> {
      slices.endTerm();
      await allocate(nowMs, CLOSED_MS, 'closing');
    },
  };
}

/** Claims, and returns what is not needed. Resolves to false, with nothing done, where this machine's clock is wrong. */
function createAllocate(
  options: AllocatorOptions,
  states: readonly SliceState[],
  expiry: ReservationExpiry,
  rowless: Set<string>,
) {
  const { database, slices, allocatorId, heartbeat } = options;
  const select = createSelectSlices(states, slices);
  let lastMs = options.startMs;

  async function readCurrentRows(query: Query, selected: readonly SliceState[], day: number) {
    const question = { keys: selected.map(({ key }) => key), machine: allocatorId, day };
    const rows = await readRows(query, question);
    if (!rows.values().some((row) => row.day > day + 1)) return rows;
    await endFutureDays(query, day);
    return readRows(query, question);
  }

  async function planSteps(
    query: Query,
    selected: readonly SliceState[],
    outcomes: ReadonlyMap<string, readonly MinuteOutcome[]>,
    now: Tick,
  ): Promise<readonly SliceStep[]> {
    const rows = await readCurrentRows(query, selected, now.day);
    const steps: SliceStep[] = [];
    for (const state of selected) {
      const { key, campaign } = state;
      const row = rows.get(key);
      if (row === undefined) continue;
      const settled = matchOutcomes(outcomes.get(key) ?? [], (minute) =>
        slices.reservedIn(campaign, minute),
      );
      const plan = planStep(slices, { state, row, settled, now });
      const { claimDelta: delta, returned, granted } = plan;
      slices.setHoldCause(campaign, holdCauseOf(state.account, row, plan));
      const bounds = now.phase === 'recovering' ? NO_BOUNDS : plan.bounds;
      const isUnchanged = delta.micros === 0 && delta.impressions === 0;
      const change = { key, machine: allocatorId, day: now.day, delta, bounds };
      const isClaimed = isUnchanged || (await changeClaim(query, change));
      // Where another machine has claimed the headroom since the row was read, the slice gets nothing new.
      steps.push({ state, settled, returned, granted: isClaimed ? granted : zero() });
    }
    return steps;
  }

  return async (nowMs: number, caughtUpMs: number, phase: TickPhase): Promise<boolean> => {
    const lacking = [...rowless];
    const now = { ms: nowMs, day: dayOf(nowMs), elapsedMs: nowMs - lastMs, phase };
    const steps = await withHeartbeat(options, async (query) => {
      await recordHeartbeat(query, allocatorId, { nowMs, caughtUpMs });
      if (lacking.length > 0) await createRows(query, lacking);
      const taken = await takeOutcomes(query, database.kind, options.machineTag);
      // A database that went back tells of some sales again: the reservations of before end by their time.
      const fresh = taken.filter(({ minute }) => minute > minuteOf(heartbeat.wentBackMs()));
      const kept = fresh.filter(({ minute }) => expiry.isKept(minute, nowMs));
      const outcomes = Map.groupBy(kept, ({ key }) => key);
      const selected = phase === 'serving' ? select(outcomes) : states;
      return planSteps(query, selected, outcomes, now);
    });
    if (steps === undefined) return false;
    for (const key of lacking) rowless.delete(key);
    lastMs = nowMs;
    // Only after the commit: without it, this machine does not have the claims.
    for (const step of steps) applyStep(slices, step);
    return true;
  };
}

/** undefined, with nothing done, where this machine's clock is wrong: it would take others for dead, and they it. */
async function withHeartbeat<T>(
  { database, heartbeat }: AllocatorOptions,
  work: (query: Query) => Promise<T>,
): Promise<T | undefined> {
  const { beat, result } = await database.transaction(async (query) => {
    const beat = await heartbeat.beat(query, database.kind);
    return { beat, result: beat.isClockRight ? await work(query) : undefined };
  });
  beat.confirm();
  return result;
}
