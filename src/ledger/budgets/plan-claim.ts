/** One resource of one slice, with what the ledger knows of it, in whole units. */
export type ClaimInput = {
  /** The slice's available amount plus the amount in transit. */
  readonly spendable: number;
  /** Reserved for sales that may still be billed. */
  readonly reserved: number;
  readonly claimed: number;
  /** The spendable amount that the slice should have. */
  readonly target: number;
  /** What pacing lets machines claim now beyond all existing claims. Negative where too much is claimed. */
  readonly headroomNow: number;
  /** The same for the whole day. Where it equals `headroomNow`, waiting will not bring more today. */
  readonly headroomToday: number;
  /** The price of an impression without adjustments. */
  readonly unit: number;
  /** Whether other machines have claims on the same budget. */
  readonly hasOthers: boolean;
};

/** Above this multiple of the target, the surplus goes back to the ledger. */
export const SURPLUS_FACTOR = 2;

/**
 * A slice with this part of its target, or more, is left as it is. The pace raises the targets of all campaigns with every
 * second, and each claim takes two statements.
 */
const AMPLE_PART = 7 / 8;

/**
 * The claim that this machine should have. A claim covers the spendable and the reserved amount: where it is
 * smaller than both, the spendable amount has to shrink; where it is larger, the difference is returned.
 */
export function planClaim(input: ClaimInput): number {
  const { spendable, reserved, claimed, target, headroomNow, headroomToday, unit } = input;
  const enough = Math.max(unit, target * AMPLE_PART);
  const isAmple = spendable >= enough && spendable <= target * SURPLUS_FACTOR;
  const desired = reserved + (isAmple ? spendable : target);
  // Claims on reserved amounts are kept, even where machines have claimed too much.
  const max = Math.max(claimed + headroomNow, Math.min(claimed, reserved));
  const claim = Math.min(desired, max);
  // If several machines each claimed a part of an impression, none of them could sell it.
  if (claim - reserved < unit) {
    if (headroomNow < headroomToday) return Math.min(claim, claimed);
    return input.hasOthers ? Math.min(claimed, reserved) : claim;
  }
  if (claim <= claimed || !input.hasOthers) return claim;
  return Math.max(claimed, claim - ((claim - reserved) % (unit || 1)));
}

/** A slice should have the price of at least this many impressions, so that the end of a budget is sold within a second. */
const IMPRESSIONS_MIN = 4;
/** Where nobody has asked for a while and other machines may be asked: enough to sell while more is claimed. */
const IMPRESSIONS_MIN_IDLE = 1;

/** A slice has an eighth of its machine's share of what is left … */
const SHARE_PARTS = 8;
/** … up to the price of this many impressions, and beyond them … */
const IMPRESSIONS_AMPLE = 128;
/** … a smaller part. What a machine has in its slices when it dies waits for minutes, because it may have been sold. */
const SHARE_PARTS_AMPLE = 32;

/** What should be spendable now. It depends on what is left: an idle slice keeps it, and a burst finds it. */
export function targetFor(left: {
  readonly spendable: number;
  /** What may be claimed beyond all existing claims. */
  readonly headroom: number;
  /** The price of an impression. */
  readonly unit: number;
  /** That sell from this budget. There is one share more than machines, for the next that comes. */
  readonly machines: number;
  readonly isIdle: boolean;
}): number {
  const { spendable, headroom, unit, machines, isIdle } = left;
  const least = isIdle && machines > 1 ? IMPRESSIONS_MIN_IDLE : IMPRESSIONS_MIN;
  const share = (headroom + spendable) / unit / (machines + 1);
  const ample = Math.max(IMPRESSIONS_AMPLE, share / SHARE_PARTS_AMPLE);
  // Whole impressions: a part of one could be sold by no machine.
  return Math.floor(Math.max(least, Math.min(share / SHARE_PARTS, ample))) * unit;
}
