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
