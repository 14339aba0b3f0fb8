import { createMinuteCounts, type MinuteCount, oneMore } from '../../lib/minute-counts.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';

export const FAILURES_PER_ADDRESS_MAX = 5;
export const FAILURES_MAX = 200;
/** The oldest address beyond these is forgotten, and starts at zero. By then `FAILURES_MAX` slows all addresses. */
const ADDRESSES_MAX = 2 * FAILURES_MAX;

export const SLOWED_MS = 1000;
/** Refusals that wait at the same time. Further ones are sent at once, so that guesses cannot fill the memory. */
export const WAITING_MAX = 1000;

/** Makes whoever guesses wait, so that a connection makes one guess a second. */
export function createSlowing(): () => Promise<void> {
  let waiting = 0;
  return async () => {
    if (waiting >= WAITING_MAX) return;
    waiting++;
    await new Promise((resolve) => setTimeout(resolve, SLOWED_MS));
    waiting--;
  };
}

export type Failure = 'first-ones' | 'slowed';

/** Counts wrong tokens by address: whether there were so many that the answer should be late. */
export function createFailureCounts(
  nowMs: () => number,
  /** Called when the guesses of an address begin to be slowed. */
  onSlowed: (address: string) => void,
) {
  const countOf = createMinuteCounts(nowMs, ADDRESSES_MAX);
  let all: MinuteCount | undefined;
  return (address: string): Failure => {
    const { count } = countOf(address);
    all = oneMore(all, nowMs());
    if (count === FAILURES_PER_ADDRESS_MAX) onSlowed(address);
    return count <= FAILURES_PER_ADDRESS_MAX && all.count <= FAILURES_MAX ? 'first-ones' : 'slowed';
  };
}

/** The refusals that came late. */
const slowedRefusals = new WeakSet<object>();

export const isSlowed = (refusal: Refusal): boolean => slowedRefusals.has(refusal);

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Slows down guesses at the token. The first few wrong tokens from an address are refused at once. For the rest of a
 * minute, further ones are refused a second later. Every token is still compared, and the right one is accepted at once:
 * somebody who shares an address with the operator, as behind a proxy, must not be able to lock the operator out.
 *
 * The length of tokens (`TOKEN_LENGTH_MIN`) is what makes guessing hopeless: at a million guesses a second, 16 random
 * hexadecimal digits take 300,000 years on average. The delay is for programs that try a list of words, and for the line
 * in the log that tells the operator of them.
 */
export function createAttempts(nowMs: () => number, onSlowed: (address: string) => void) {
  const count = createFailureCounts(nowMs, onSlowed);
  const slow = createSlowing();

  /** Counts a wrong token, and resolves when it may be answered. */
  async function countFailure(address: string): Promise<Failure> {
    const failure = count(address);
    if (failure === 'slowed') await slow();
    return failure;
  }

  return {
    countFailure,
    /** The same words for every wrong token, whatever is wrong with it. */
    async refused(words: string, address: string): Promise<Refusal> {
      if ((await countFailure(address)) === 'first-ones') return refuse.unauthorized(words);
      const late = `${words}; there were several wrong ones, so that this answer came late`;
      const refusal = refuse.rateLimited(late);
      slowedRefusals.add(refusal);
      return refusal;
    },
  };
}
