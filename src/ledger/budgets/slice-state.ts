import {
  type Account,
  type Amount,
  type BudgetResource,
  isLimited,
  keyOf,
  RESOURCES,
} from './account.ts';
import { NONE_RESERVED } from './reserved-record.ts';
import type { SupervisorSlices } from './supervisor-slices.ts';

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
  /** The available amount after the last tick. */
  readonly filled: MutableAmount;
  /** It was not filled yet, or another machine was faster: it is due before the next second. */
  isDue: boolean;
  /** How often workers have asked for the campaign, and when that was last seen to grow. */
  asked: number;
  askedMs: number;
  /** What the ledger has as reserved by minute. undefined: not known. */
  recorded: string | undefined;
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
    target: zero(),
    filled: zero(),
    isDue: true,
    asked: 0,
    askedMs: Number.NEGATIVE_INFINITY,
    recorded: NONE_RESERVED,
  };
}

/** The price of an impression at most: 0 of a resource that is not limited. */
export function unitMaxOf(account: Account, resource: BudgetResource): number {
  if (!isLimited(account, resource)) return 0;
  return resource === 'micros' ? account.unitMicrosMax : 1;
}

/** Whether less than half of what was available after the last tick is left. */
export function isLow({ isDue, campaign, filled }: SliceState, slices: SupervisorSlices): boolean {
  return (
    isDue ||
    slices.availableOf(campaign, 'micros') * 2 < filled.micros ||
    slices.availableOf(campaign, 'impressions') * 2 < filled.impressions
  );
}

/** A machine that nobody has asked for a campaign for this long leaves what is in its slice to one that lacks it. */
export const IDLE_MS = 10_000;

export function isIdle({ askedMs }: SliceState, nowMs: number): boolean {
  return nowMs - askedMs >= IDLE_MS;
}
