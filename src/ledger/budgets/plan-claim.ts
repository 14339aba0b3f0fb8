/** What is known of one resource of one purse: money or impressions, in whole units. */
export type Standing = {
  /** What workers may take, and what they have taken for sales that may still be billed. */
  readonly spendable: number;
  readonly reserved: number;
  /** What this machine has claimed in the ledger. */
  readonly claimed: number;
  /** How much the purse should hold, from what was used lately. */
  readonly wanted: number;
  /** What may be claimed beyond all claims by now; below zero where there are too many. */
  readonly room: number;
  /** What may be claimed today, whatever the hour; once that is all, no more will come. */
  readonly roomToday: number;
  /** What one impression takes. */
  readonly unit: number;
};

/** Above so many times of what is wanted, the rest is given back. */
const PLENTY = 2;

/**
 * What this machine's claim should be. The claim covers what is spendable and what is reserved: where it
 * is less, for whatever reason, spendable has to shrink; where it is more, the rest goes back.
 */
export function planClaim(standing: Standing): number {
  const { spendable, reserved, claimed, wanted, room, roomToday, unit } = standing;
  const isPlenty = spendable > wanted * PLENTY;
  const desired = reserved + (isPlenty ? wanted : Math.max(spendable, wanted));
  // Claims on what is reserved are never given up, even where there are too many of them.
  const cap = Math.max(claimed + room, Math.min(claimed, reserved));
  const claim = Math.min(desired, cap);
  // Parts of an impression, claimed by several machines, would serve none of them.
  const isTooSmall = claim - reserved < unit && room < roomToday;
  return claim > claimed && isTooSmall ? claimed : claim;
}

/** How much a purse should hold: about two seconds' worth, quick to grow and slow to shrink. */
export function wantedNext(last: {
  readonly wanted: number;
  /** Taken from the purse since then. */
  readonly used: number;
  readonly elapsedMs: number;
  readonly isDry: boolean;
  readonly least: number;
  readonly most: number;
}): number {
  const { wanted, used, elapsedMs, isDry, least, most } = last;
  const twoSeconds = Math.ceil((used * 2000) / Math.max(elapsedMs, 1));
  const grown = isDry && used > 0 ? wanted * 2 : Math.floor(wanted / 2);
  return Math.min(Math.max(least, twoSeconds, grown), most);
}
