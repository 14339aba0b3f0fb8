import {
  exchangeHalves,
  type HalvedWords,
  highHalf,
  lowHalf,
  readHalves,
  wordOf,
} from './word-halves.ts';

/**
 * Counters of one second in memory that processes share. A word holds the second in its upper half and the count in its
 * lower one, so that one compare-and-exchange begins a new second. Within a second a count is one addition, which needs
 * no second try however many processes count at once, and makes no object.
 */

export function readWord(memory: HalvedWords, index: number) {
  const { high: second, low: count } = readHalves(memory, index);
  return { second, count };
}

export function writeWord(
  { words }: HalvedWords,
  index: number,
  second: number,
  count: number,
): void {
  Atomics.store(words, index, wordOf({ high: second, low: count }));
}

/** Processes may read the clock at different moments; a larger difference means that the clock was set back. */
const SKEW_SEC_MAX = 2;

function isCurrent(second: number, now: number): boolean {
  return second >= now && second - now <= SKEW_SEC_MAX;
}

/** The count of this second. */
export function usedAt(memory: HalvedWords, index: number, now: number): number {
  const { second, count } = readWord(memory, index);
  return isCurrent(second, now) ? count : 0;
}

/** Counts one more and returns the new count; undefined if the limit is reached. */
export function takeAt(memory: HalvedWords, index: number, now: number, limit: number) {
  const { halves } = memory;
  while (true) {
    const second = Atomics.load(halves, highHalf(index));
    if (isCurrent(second, now)) {
      if (Atomics.load(halves, lowHalf(index)) >= limit) return undefined;
      // Should another process begin the next second just now, this one is counted in it.
      const used = Atomics.add(halves, lowHalf(index), 1);
      if (used < limit) return used + 1;
      // Others took the last ones just now.
      giveBackAt(memory, index, second);
      return undefined;
    }
    if (limit <= 0) return undefined;
    const found = readHalves(memory, index);
    if (isCurrent(found.high, now)) continue;
    if (exchangeHalves(memory, index, found, { high: now, low: 1 })) return 1;
  }
}

/** Subtracts one from the count of this second; does nothing if a later second has begun. */
export function giveBackAt(memory: HalvedWords, index: number, second: number): void {
  while (true) {
    const found = readHalves(memory, index);
    if (found.high !== second || found.low === 0) return;
    if (exchangeHalves(memory, index, found, { high: second, low: found.low - 1 })) return;
  }
}
