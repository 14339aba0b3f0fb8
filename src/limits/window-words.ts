/**
 * Counters of one second in memory that processes share. A word holds the second in its upper half and the
 * count in its lower one, so that one compare-and-exchange both starts a new second and counts in it.
 */
export type WindowWords = BigUint64Array<ArrayBufferLike>;

const COUNT_MASK = 0xffffffffn;
const SECOND_SHIFT = 32n;

export function readWord(words: WindowWords, index: number) {
  const word = Atomics.load(words, index);
  return { second: Number(word >> SECOND_SHIFT), count: Number(word & COUNT_MASK) };
}

export function writeWord(words: WindowWords, index: number, second: number, count: number): void {
  Atomics.store(words, index, (BigInt(second) << SECOND_SHIFT) | BigInt(count));
}

/** Processes may read the clock at different moments; a larger difference means that the clock was set back. */
const SKEW_SEC_MAX = 2;

function isCurrent(second: number, now: number): boolean {
  return second >= now && second - now <= SKEW_SEC_MAX;
}

/** The count of this second. */
export function usedAt(words: WindowWords, index: number, now: number): number {
  const { second, count } = readWord(words, index);
  return isCurrent(second, now) ? count : 0;
}

/** Counts one more and returns the new count; undefined if the limit is reached. */
export function takeAt(words: WindowWords, index: number, now: number, limit: number) {
  while (true) {
    const word = Atomics.load(words, index);
    const isRunning = isCurrent(Number(word >> SECOND_SHIFT), now);
    const used = isRunning ? Number(word & COUNT_MASK) : 0;
    if (used >= limit) return undefined;
    const next = isRunning ? word + 1n : (BigInt(now) << SECOND_SHIFT) | 1n;
    if (Atomics.compareExchange(words, index, word, next) === word) return used + 1;
  }
}

/** Subtracts one from the count of this second; does nothing if a later second has begun. */
export function giveBackAt(words: WindowWords, index: number, second: number): void {
  while (true) {
    const word = Atomics.load(words, index);
    if (Number(word >> SECOND_SHIFT) !== second || (word & COUNT_MASK) === 0n) return;
    if (Atomics.compareExchange(words, index, word, word - 1n) === word) return;
  }
}
