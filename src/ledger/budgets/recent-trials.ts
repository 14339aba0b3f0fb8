import type { SellerPortions, Trials } from './portion-memory.ts';

export type RecentTrials = ReturnType<typeof createRecentTrials>;

/** Counts are of this long at least, and of twice as long at most. */
const RECENT_MS = 5 * 60_000;

/** What became of the last requests, as far as this machine has seen them. */
export function createRecentTrials(
  portions: Pick<SellerPortions, 'copyCounters' | 'trials'>,
  startMs: number,
) {
  let last = portions.copyCounters();
  let earlier = last;
  let copiedMs = startMs;
  return {
    /** To be called often, so that counts of before are left behind. */
    advance(nowMs: number): void {
      if (nowMs - copiedMs < RECENT_MS) return;
      earlier = last;
      last = portions.copyCounters();
      copiedMs = nowMs;
    },
    of: (campaign: number): Trials => portions.trials(campaign, earlier),
  };
}
