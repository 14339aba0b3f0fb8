import { localDayOf } from '../../lib/local-day.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { type Heartbeat, withHeartbeat } from '../heartbeat.ts';
import { type Account, hasSlice } from './account.ts';
import { readCurrentRows } from './arrange-rows.ts';
import type { TrafficShare } from './budget-rows.ts';
import {
  CLAIM_MS,
  CLOSED_MS,
  changeClaim,
  type MinuteOutcome,
  readLiving,
  recordHeartbeat,
  recordLack,
  recordReserved,
  takeOutcomes,
} from './claim-statements.ts';
import { createReleaseDead } from './dead-claims.ts';
import { holdCauseOf } from './hold-cause.ts';
import { createLedgerRows, type LedgerRows } from './ledger-rows.ts';
import { createReservationExpiry, type ReservationExpiry } from './reservation-expiry.ts';
import { createSelectSlices, lowSlices } from './select-slices.ts';
import type { SliceIndex } from './slice-index.ts';
import { TERM_MS } from './slice-memory.ts';
import { createSliceState, IDLE_MS, type SliceState, zero } from './slice-state.ts';
import {
  applyStep,
  matchOutcomes,
  planStep,
  recordAfter,
  type SliceStep,
  type Tick,
  type TickPhase,
} from './slice-step.ts';
import type { SupervisorSlices } from './supervisor-slices.ts';

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
  readonly shareOf: TrafficShare;
  /** undefined: nobody can find the slices, should this machine be killed. */
  readonly index?: SliceIndex | undefined;
};

/** The term is not extended while the slowest living machine is further behind. */
const BEHIND_MS_MAX = CLAIM_MS + 60_000;

/** Nothing is known to be drained. */
export const NEVER_MS = 0;

/** Claims budget in the ledger and distributes it to the slices of this machine. */
export function createBudgetAllocator(options: AllocatorOptions) {
  const { database, accounts, slices } = options;
  /** In the order of the keys: all machines lock the rows of the ledger in it. */
  const states: SliceState[] = [];
  const expiry = createReservationExpiry(states, slices, options.startMs);
  const ledgerRows = createLedgerRows(options);
  const allocate = createAllocate(options, states, expiry, ledgerRows);
  const releaseDead = createReleaseDead();
  /** How many machines were alive at the last tick, if it went well and nothing keeps this one from claiming. */
  let machinesServing: number | undefined;
  /** How long ago it was, at the last tick, that the slowest machine had drained its journals. */
  let slowestBehindMs = 0;

  /** Puts campaigns into spare rows, or changes those that are there. One without a budget returns what it has. */
  function assign(assignments: readonly Assigned[]): void {
    const known = new Map(states.map((state) => [state.campaign, state]));
    const before = states.length;
    for (const { index, account } of assignments) {
      ledgerRows.note(account);
      const state = known.get(index);
      if (state !== undefined) {
        state.account = account;
      } else if (hasSlice(account)) {
        states.push(createSliceState(index, account));
      }
    }
    const added = states.slice(before);
    options.index?.add(added.map(({ key, campaign }) => [key, slices.byteAt(campaign)]));
    states.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  assign(accounts.map((account, index) => ({ index, account })));

  async function attempt(nowMs: number, caughtUpMs: number): Promise<void> {
    machinesServing = undefined;
    // Before anything that depends on the time.
    const living = await withHeartbeat(options, async (query) => {
      await recordHeartbeat(query, options.allocatorId, { nowMs, caughtUpMs });
      return readLiving(query, nowMs);
    });
    slowestBehindMs = nowMs - living.caughtUpMs;
    expiry.expire(nowMs, living.caughtUpMs);
    await database.transaction((query) =>
      releaseDead(query, { ms: nowMs, caughtUpMs: living.caughtUpMs }),
    );
    const { machines } = living;
    await allocate({ nowMs, caughtUpMs, phase: 'serving', machines });
    machinesServing = machines;
    const isBehind = nowMs - caughtUpMs > TERM_MS || slowestBehindMs > BEHIND_MS_MAX;
    if (!isBehind) slices.extendTerm(nowMs);
    // Last, since it may fail: the other campaigns do not wait for it.
    await ledgerRows.move(nowMs);
  }

  return {
    /**
     * To be called about once a second, one call at a time. Rejects where the ledger cannot be reached; the next
     * call repairs what this one left undone. `caughtUpMs`: all facts that this machine's journals had before are
     * in the ledger.
     */
    tick: attempt,
    /** To be called more often, and never beside `tick`: fills the slices that cannot wait for it, if there are any. */
    async refill(nowMs: number, caughtUpMs: number): Promise<void> {
      const machines = machinesServing;
      if (machines === undefined) return;
      if (!slices.takeUsed() && !states.some(({ isDue }) => isDue)) return;
      const low = lowSlices(states, slices);
      if (low.length === 0) return;
      // If it fails, the next tick finds out why.
      machinesServing = undefined;
      await allocate({ nowMs, caughtUpMs, phase: 'serving', machines, low });
      machinesServing = machines;
    },
    assign,
    /** Whether a machine is so far behind that no machine may sell from budgets. */
    isHeldByOthers: () => slowestBehindMs > BEHIND_MS_MAX,
    /** Ends the term and returns everything that is not reserved. */
    async close(nowMs: number): Promise<void> {
      slices.endTerm();
      await allocate({ nowMs, caughtUpMs: CLOSED_MS, phase: 'closing', machines: 1 });
    },
  };
}

type Allocation = {
  readonly nowMs: number;
  readonly caughtUpMs: number;
  readonly phase: TickPhase;
  readonly machines: number;
  /** The slices to fill, without a look at outcomes. undefined: those that a tick selects. */
  readonly low?: readonly SliceState[];
};

/** Claims, and returns what is not needed. */
function createAllocate(
  options: AllocatorOptions,
  states: readonly SliceState[],
  expiry: ReservationExpiry,
  ledgerRows: LedgerRows,
) {
  const { database, slices, allocatorId } = options;
  const select = createSelectSlices(states, slices);

  async function planSteps(
    query: Query,
    selected: readonly SliceState[],
    outcomes: ReadonlyMap<string, readonly MinuteOutcome[]>,
    now: Tick,
  ): Promise<readonly SliceStep[]> {
    const rows = await readCurrentRows(query, selected, { machine: allocatorId, nowMs: now.ms });
    const steps: SliceStep[] = [];
    for (const state of selected) {
      const { key, campaign } = state;
      const row = rows.get(key);
      state.isDue = false;
      if (row === undefined) continue;
      if (row.zone !== state.account.zone) ledgerRows.doubt(state, now.ms);
      const settled = matchOutcomes(outcomes.get(key) ?? [], (minute) =>
        slices.reservedIn(campaign, minute),
      );
      const plan = planStep(slices, { state, row, settled, now });
      slices.setHoldCause(campaign, holdCauseOf(state.account, row, plan));
      const record = recordAfter(slices, { state, settled, now });
      const isClaimed = await writeClaim(query, { state, plan, record, now });
      if (plan.isLacking && row.lackedUntilMs < now.ms + IDLE_MS / 2) {
        await recordLack(query, key, now.ms + IDLE_MS);
      }
      // Where another machine has claimed the headroom since the row was read, the slice gets nothing new.
      const granted = isClaimed ? plan.granted : zero();
      steps.push({
        state,
        settled,
        returned: plan.returned,
        granted,
        isOutrun: !isClaimed,
        record,
      });
    }
    return steps;
  }

  /** Also what is reserved, whenever that has changed: what was settled must not count as reserved any more. */
  async function writeClaim(
    query: Query,
    { state, plan, record, now }: ClaimToWrite,
  ): Promise<boolean> {
    const { key } = state;
    const { claimDelta: delta } = plan;
    const isUnchanged = delta.micros === 0 && delta.impressions === 0;
    const { bounds } = plan;
    const { zone } = state.account;
    const day = localDayOf(zone, now.ms);
    const change = { key, machine: allocatorId, zone, day, delta, bounds, record };
    if (!isUnchanged && (await changeClaim(query, change))) return true;
    if (record !== state.recorded) await recordReserved(query, change);
    return isUnchanged;
  }

  async function selectFor(
    query: Query,
    { nowMs, phase, low }: Allocation,
  ): Promise<readonly [readonly SliceState[], ReadonlyMap<string, readonly MinuteOutcome[]>]> {
    if (low !== undefined) return [low, new Map()];
    const taken = await takeOutcomes(query, database.kind, options.machineTag);
    const kept = taken.filter(({ minute }) => expiry.isKept(minute, nowMs));
    const outcomes = Map.groupBy(kept, ({ key }) => key);
    const term = slices.mayReserve(nowMs) ? 'running' : 'ended';
    return [phase === 'serving' ? select(outcomes, term) : states, outcomes];
  }

  return async (allocation: Allocation): Promise<void> => {
    const { nowMs, caughtUpMs, phase, machines } = allocation;
    await ledgerRows.create(nowMs);
    const steps = await withHeartbeat(options, async (query) => {
      await recordHeartbeat(query, allocatorId, { nowMs, caughtUpMs });
      const [selected, outcomes] = await selectFor(query, allocation);
      const now = { ms: nowMs, shareOf: options.shareOf, phase, machines };
      return planSteps(query, selected, outcomes, now);
    });
    // Only after the commit: without it, this machine does not have the claims.
    for (const step of steps) applyStep(slices, step);
  };
}

type ClaimToWrite = {
  readonly state: SliceState;
  readonly plan: ReturnType<typeof planStep>;
  readonly record: string;
  readonly now: Tick;
};
