import { HOLD_CAUSES } from '../../core/sale/hold-cause.ts';
import { type Amount, amountOf, type BudgetResource, NOTHING, RESOURCES } from './account.ts';
import {
  type BothBounds,
  boundsOf,
  headroomOf,
  type OwnRow,
  type PaceMoment,
} from './budget-rows.ts';
import type { MinuteOutcome } from './claim-statements.ts';
import { planClaim, targetFor } from './plan-claim.ts';
import { reservedRecord } from './reserved-record.ts';
import { SLICE_MAX } from './slice-memory.ts';
import { addTo, isIdle, type SliceState, unitMaxOf, zero } from './slice-state.ts';
import type { Holdings, SupervisorSlices } from './supervisor-slices.ts';

export type Tick = PaceMoment & {
  readonly phase: TickPhase;
  /** That are alive, with this one. */
  readonly machines: number;
};

/** While it closes, every slice returns its available amount. */
export type TickPhase = 'serving' | 'closing';

/** The change of one slice, applied to shared memory once the transaction has committed. */
export type SliceStep = {
  readonly state: SliceState;
  readonly settled: readonly SettledReservations[];
  /** Returned to the ledger, out of the amount in transit. */
  readonly returned: Amount;
  /** New from the ledger. */
  readonly granted: Amount;
  /** Another machine has claimed the headroom since it was read. */
  readonly isOutrun: boolean;
  /** What is reserved by minute, as the ledger has it now. */
  readonly record: string;
};

type StepInput = {
  readonly state: SliceState;
  readonly row: OwnRow;
  readonly settled: readonly SettledReservations[];
  readonly now: Tick;
};

/**
 * Decides how one slice and this machine's claim on the budget change. It takes a surplus out of the slice at
 * once, so that no worker reserves it meanwhile: the surplus is in transit until the step is applied.
 */
export function planStep(slices: SupervisorSlices, input: StepInput) {
  const { state, row, now } = input;
  const bounds = boundsOf(state.account, row, now);
  const holdings = slices.holdings(state.campaign);
  noteDemand(slices, state, now.ms);
  /** `claimDelta` is the change of this machine's claim in the ledger. */
  const plan = { bounds, claimDelta: zero(), returned: zero(), granted: zero(), isLacking: false };
  for (const resource of RESOURCES) {
    const { claim, held, reserved } = claimFor(resource, input, holdings, bounds);
    const surplus = Math.max(0, held - claim);
    if (surplus > state.inTransit[resource]) {
      const max = { ...zero(), [resource]: surplus - state.inTransit[resource] };
      addTo(state.inTransit, slices.withdraw(state.campaign, max));
    }
    plan.returned[resource] = Math.max(0, Math.min(surplus, state.inTransit[resource]));
    plan.granted[resource] = Math.max(0, claim - held);
    const heldAfter = held - plan.returned[resource] + plan.granted[resource];
    const claimed = row.own[resource];
    // Where workers were faster than the withdrawal, the machine holds more than the planned claim. A claim
    // that should shrink never grows because of that.
    const claimAfter = claim > claimed ? heldAfter : Math.min(heldAfter, claimed);
    plan.claimDelta[resource] = claimAfter - claimed;
    plan.isLacking ||= isLacking(resource, input, heldAfter - reserved);
  }
  return plan;
}

/** A campaign that is about something else would not have spent anything. */
const DEMAND_CAUSES = HOLD_CAUSES.filter((cause) => cause !== 'topic');

function noteDemand(slices: SupervisorSlices, state: SliceState, nowMs: number): void {
  const { tried, held } = slices.trials(state.campaign);
  const asked = DEMAND_CAUSES.reduce((sum, cause) => sum + held[cause], tried);
  if (asked !== state.asked) state.askedMs = nowMs;
  state.asked = asked;
}

/** Whether this machine sells, has nothing to sell from any more, and others have claims that they may not need. */
function isLacking(
  resource: BudgetResource,
  { state, row, now }: StepInput,
  spendable: number,
): boolean {
  const unit = unitMaxOf(state.account, resource);
  const ofOthers = row.claimed[resource] - row.own[resource];
  return spendable < unit && ofOthers >= unit && now.phase === 'serving' && !isIdle(state, now.ms);
}

function claimFor(
  resource: BudgetResource,
  input: StepInput,
  { available, reserved }: Holdings,
  bounds: BothBounds,
): { readonly claim: number; readonly held: number; readonly reserved: number } {
  const { state, row, settled, now } = input;
  const billed = settled.reduce((sum, one) => sum + one.billed[resource], 0);
  const spendable = available[resource] + state.inTransit[resource];
  const stillReserved = reserved[resource] - billed;
  const held = spendable + stillReserved;
  const headroom = headroomOf(bounds[resource], row, resource);
  const target = wants(input, resource)
    ? targetFor({
        spendable,
        headroom: headroom.byNow,
        unit: unitMaxOf(state.account, resource),
        machines: now.machines,
        isIdle: isIdle(state, now.ms),
      })
    : 0;
  state.target[resource] = Math.min(target, Math.max(0, SLICE_MAX[resource] - reserved[resource]));
  const claim = planClaim({
    spendable,
    reserved: stillReserved,
    claimed: row.own[resource],
    target: state.target[resource],
    headroomNow: headroom.byNow,
    headroomToday: headroom.today,
    unit: resource === 'micros' ? state.account.unitMicros : 1,
    hasOthers: row.claimed[resource] > row.own[resource],
  });
  return { claim, held, reserved: stillReserved };
}

/** Whether the slice should have any of the resource: in its flight, and not where others lack what lies idle here. */
function wants({ state, row, now }: StepInput, resource: BudgetResource): boolean {
  const { account } = state;
  const isRunning = now.ms >= account.startMs && now.ms < account.endMs;
  const isLeftToOthers = row.lackedUntilMs > now.ms && isIdle(state, now.ms);
  return (
    now.phase === 'serving' && isRunning && !isLeftToOthers && unitMaxOf(account, resource) > 0
  );
}

/** What is reserved by minute once the step is applied. */
export function recordAfter(slices: SupervisorSlices, input: Omit<StepInput, 'row'>): string {
  const { state, settled, now } = input;
  const rest = (minute: number): Amount => {
    const reserved = slices.reservedIn(state.campaign, minute);
    const ended = settled.filter((one) => one.minute === minute);
    return amountOf((resource) =>
      ended.reduce(
        (sum, { billed, lost }) => sum - billed[resource] - lost[resource],
        reserved[resource],
      ),
    );
  };
  return reservedRecord(rest, now.ms);
}

export function applyStep(
  slices: SupervisorSlices,
  { state, settled, returned, granted, isOutrun, record }: SliceStep,
): void {
  const { campaign, inTransit, filled } = state;
  for (const { minute, billed, lost } of settled) {
    slices.endReservations(campaign, minute, billed);
    slices.endReservations(campaign, minute, lost);
    addTo(inTransit, lost);
  }
  for (const resource of RESOURCES) inTransit[resource] += granted[resource] - returned[resource];
  slices.deposit(campaign, inTransit);
  Object.assign(inTransit, zero());
  Object.assign(filled, slices.holdings(campaign).available);
  state.isDue = isOutrun;
  state.recorded = record;
}

/** Amounts to take out of the reservations of one minute, because their sales were billed or lost. */
type SettledReservations = Omit<MinuteOutcome, 'key'>;

/**
 * Finds the reservations of the sales that were billed or lost. An outcome that comes after its reservation has
 * expired finds less than its amount, or nothing: no more is settled than is reserved. A sale near the edge of a
 * minute may have been reserved in the minute before.
 */
export function matchOutcomes(
  outcomes: readonly MinuteOutcome[],
  reservedIn: (minute: number) => Amount,
): readonly SettledReservations[] {
  const remaining = new Map<number, Record<BudgetResource, number>>();
  const settled: SettledReservations[] = [];

  /** From the reservations of a minute, then of the minute before, and never the same amount twice. */
  function settle(
    resource: BudgetResource,
    { minute, ...ended }: MinuteOutcome,
    how: 'billed' | 'lost',
  ) {
    let missing = ended[how][resource];
    for (const at of [minute, minute - 1]) {
      const rest = remaining.get(at) ?? { ...reservedIn(at) };
      remaining.set(at, rest);
      const taken = Math.max(0, Math.min(rest[resource], missing));
      if (taken === 0) continue;
      rest[resource] -= taken;
      missing -= taken;
      const amount = { ...NOTHING, [resource]: taken };
      settled.push({ billed: NOTHING, lost: NOTHING, [how]: amount, minute: at });
    }
  }

  for (const outcome of outcomes) {
    for (const resource of RESOURCES) {
      settle(resource, outcome, 'billed');
      settle(resource, outcome, 'lost');
    }
  }
  return settled;
}
