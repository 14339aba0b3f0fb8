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
  readonly unit: number;
};

/** Above this multiple of the target, the surplus goes back to the ledger. */
export const SURPLUS_FACTOR = 2;

/**
 * The claim that this machine should have. A claim covers the spendable and the reserved amount: where it is
 * smaller than both, the spendable amount has to shrink; where it is larger, the difference is returned.
 */
export function planClaim(input: ClaimInput): number {
  const { spendable, reserved, claimed, target, headroomNow, headroomToday, unit } = input;
  const hasSurplus = spendable > target * SURPLUS_FACTOR;
  const desired = reserved + (hasSurplus ? target : Math.max(spendable, target));
  // Claims on reserved amounts are kept, even where machines have claimed too much.
  const max = Math.max(claimed + headroomNow, Math.min(claimed, reserved));
  const claim = Math.min(desired, max);
  // If several machines each claimed a part of an impression, none of them could sell it.
  const isTooSmall = claim - reserved < unit && headroomNow < headroomToday;
  return claim > claimed && isTooSmall ? claimed : claim;
}

/** A slice should last for about this long. */
const TARGET_MS = 2000;

/** What should be spendable: two seconds of the recent use. Doubles while the slice runs out, shrinks by half at a time. */
export function nextTarget(last: {
  readonly target: number;
  /** Reserved by workers since the last tick. */
  readonly used: number;
  readonly elapsedMs: number;
  /** Whether the slice can hardly pay any more. */
  readonly isExhausted: boolean;
  readonly min: number;
  readonly max: number;
}): number {
  const { target, used, elapsedMs, isExhausted, min, max } = last;
  const forRecentUse = Math.ceil((used * TARGET_MS) / Math.max(elapsedMs, 1));
  const fromLast = isExhausted && used > 0 ? target * 2 : Math.floor(target / 2);
  return Math.min(Math.max(min, forRecentUse, fromLast), max);
}
