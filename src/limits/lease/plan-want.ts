/** The use of a leased name on this machine, in the window that is under way. */
export type LeaseUse = {
  /** The part of the window that has passed, from 0 to 1. */
  readonly elapsed: number;
  /** Requests that this machine may admit in this window. */
  readonly allowed: number;
  readonly used: number;
  /** Requests of this window so far, with those that were refused. */
  readonly asked: number;
  /** The most requests in one of the last windows. */
  readonly usual: number;
  /** The part of a window between two rounds. */
  readonly round: number;
  /** Processes that may be about to admit a request each, by an allowance that they have already read. */
  readonly workers: number;
};

/** Before this part of a window nothing is given back: some callers come in bursts. */
const KEEP_UNTIL = 0.6;
/** Requests that come by chance vary by the square root of their number; more than twice that is rare. */
const DEVIATIONS = 2;
/** Permits for so many rounds are wanted: the next one may be late. */
const ROUNDS_AHEAD = 2;
const ESTIMATE_FROM = 0.25;

/** The permits to ask for in this window; fewer than none are to be given back. */
export function planWant(use: LeaseUse): number {
  const { elapsed, allowed, used, asked, usual, round, workers } = use;
  const soFar = elapsed >= ESTIMATE_FROM ? asked / elapsed : 0;
  const demand = elapsed < KEEP_UNTIL ? Math.max(usual, soFar) : soFar;
  const left = allowed - used;
  const soon = atMost(demand * Math.min(1 - elapsed, ROUNDS_AHEAD * round));
  if (left < soon) return soon - left;
  if (elapsed < KEEP_UNTIL) return 0;
  const kept = atMost(demand * (1 - elapsed)) + 1;
  return -Math.max(0, left - kept - workers);
}

function atMost(expected: number): number {
  return Math.ceil(expected + DEVIATIONS * Math.sqrt(expected));
}
