/** Words of 64 bits in memory that processes share. */
export type SharedWords = BigUint64Array<ArrayBufferLike>;

/** The same words in two halves: a number of 32 bits costs a fraction of one of 64, which is an object each time. */
export type HalvedWords = {
  readonly words: SharedWords;
  /** The same memory in halves, the lower one of a word first. */
  readonly halves: Uint32Array<ArrayBufferLike>;
};

export function halved(words: SharedWords): HalvedWords {
  return { words, halves: new Uint32Array(words.buffer, words.byteOffset, 2 * words.length) };
}

/** The places of the halves of a word. */
export const lowHalf = (index: number) => 2 * index;
export const highHalf = (index: number) => 2 * index + 1;

export type WordHalves = { readonly high: number; readonly low: number };

const word = new BigUint64Array(1);
const ofWord = new Uint32Array(word.buffer);

export function wordOf({ high, low }: WordHalves): bigint {
  if (high === 0 && low === 0) return 0n;
  ofWord[0] = low;
  ofWord[1] = high;
  return word[0] ?? 0n;
}

export function halvesOf(of: bigint): WordHalves {
  word[0] = of;
  return { high: ofWord[1] ?? 0, low: ofWord[0] ?? 0 };
}

/** A word as it was at one moment. */
export function readHalves({ halves }: HalvedWords, index: number): WordHalves {
  while (true) {
    const high = Atomics.load(halves, highHalf(index));
    const low = Atomics.load(halves, lowHalf(index));
    if (Atomics.load(halves, highHalf(index)) === high) return { high, low };
  }
}

/** False if the word is another than it was found to be. */
export function exchangeHalves(
  { words }: HalvedWords,
  index: number,
  found: WordHalves,
  next: WordHalves,
): boolean {
  const expected = wordOf(found);
  return Atomics.compareExchange(words, index, expected, wordOf(next)) === expected;
}

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
