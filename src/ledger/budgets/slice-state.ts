import {
  type Account,
  type Amount,
  amountOf,
  type BudgetResource,
  isLimited,
  keyOf,
  RESOURCES,
} from './account.ts';
import { nextTarget } from './plan-claim.ts';
import { SLICE_MAX } from './slice-memory.ts';
import type { Holdings } from './supervisor-slices.ts';

/** A slice has room for at least this many impressions. */
const IMPRESSIONS_MIN = 3;

type MutableAmount = Record<BudgetResource, number>;

/** What the allocator remembers of one slice between two ticks. */
export type SliceState = {
  /** The index of the campaign in the list of accounts. */
  readonly campaign: number;
  readonly key: string;
  /** Replaced when the campaign changes. */
  account: Account;
  /** Taken out of the slice, and neither put back nor returned to the ledger yet. */
  readonly inTransit: MutableAmount;
  /** The available amount that the slice should have. */
  readonly target: MutableAmount;
  readonly lastAvailable: MutableAmount;
};

export function zero(): MutableAmount {
  return { micros: 0, impressions: 0 };
}

export function addTo(sum: MutableAmount, amount: Amount): void {
  for (const resource of RESOURCES) sum[resource] += amount[resource];
}

export function createSliceState(campaign: number, account: Account): SliceState {
  return {
    campaign,
    key: keyOf(account),
    account,
    inTransit: zero(),
    target: { ...amountOf((resource) => targetMin(account, resource)) },
    lastAvailable: zero(),
  };
}

/** The smallest target of a running campaign: 0 for a resource that is not limited. */
function targetMin(account: Account, resource: BudgetResource): number {
  if (!isLimited(account, resource)) return 0;
  return IMPRESSIONS_MIN * (resource === 'micros' ? account.unitMicrosMax : 1);
}

/** Follows the use of the slice since the last tick. Outside the flight the target is 0. */
export function targetAfter(
  { account, target, lastAvailable }: SliceState,
  resource: BudgetResource,
  { available, reserved }: Holdings,
  now: { readonly ms: number; readonly elapsedMs: number },
): number {
  const min = targetMin(account, resource);
  const isRunning = now.ms >= account.startMs && now.ms < account.endMs;
  if (min === 0 || !isRunning) return 0;
  return nextTarget({
    target: target[resource],
    used: Math.max(0, lastAvailable[resource] - available[resource]),
    elapsedMs: now.elapsedMs,
    isExhausted: available[resource] < min,
    min,
    max: Math.max(0, SLICE_MAX[resource] - reserved[resource]),
  });
}
