import { halvesOf, type SharedWords, wordOf } from '../../../lib/word-halves.ts';

/** A sale that was counted under a name: what other machines are told of it. */
export type CountedSale = { readonly name: number; readonly windowSec: number };

/** Sales that may be counted between two readings. Of more, the oldest are not told. */
export const RING_WORDS = 2 ** 13;

const HOUR_SEC = 3600;
/** A word: the lap of the ring, the hours of the window, and the name of 44 bits, whose lower half is that of the word. */
const LOWER_HALF = 2 ** 32;
const UPPER_NAME_BITS = 12;
const UPPER_NAME_MASK = 2 ** UPPER_NAME_BITS - 1;
const HOURS_BITS = 10;
const HOURS_MASK = 2 ** HOURS_BITS - 1;
const LAP_SHIFT = UPPER_NAME_BITS + HOURS_BITS;
/** A word that was never written has lap 0. */
const LAPS = 2 ** 10 - 1;

const lapOf = (number: number) => 1 + (Math.floor(number / RING_WORDS) % LAPS);

/** Workers tell the supervisor without a message. The first word is how many were ever told, the ring begins after it. */
export function tellCounted(words: SharedWords, sale: CountedSale): void {
  const number = Number(Atomics.add(words, 0, 1n));
  const hours = sale.windowSec / HOUR_SEC;
  const upperName = Math.floor(sale.name / LOWER_HALF);
  const high = (lapOf(number) << LAP_SHIFT) | (hours << UPPER_NAME_BITS) | upperName;
  const told = wordOf({ high, low: sale.name % LOWER_HALF });
  Atomics.store(words, 1 + (number % RING_WORDS), told);
}

/** Returns the sales since the last call, the oldest first; those beyond `max` by the next one. */
export function createCountedReader(words: SharedWords) {
  let next = Number(Atomics.load(words, 0));
  return (max = RING_WORDS): readonly CountedSale[] => {
    const end = Number(Atomics.load(words, 0));
    next = Math.max(next, end - RING_WORDS);
    const told: CountedSale[] = [];
    for (; next < end && told.length < max; next++) {
      const word = Atomics.load(words, 1 + (next % RING_WORDS));
      // Otherwise a worker is about to write here, or has written a later one.
      const { high, low } = halvesOf(word);
      if (high >>> LAP_SHIFT !== lapOf(next)) continue;
      const hours = (high >>> UPPER_NAME_BITS) & HOURS_MASK;
      const name = (high & UPPER_NAME_MASK) * LOWER_HALF + low;
      told.push({ name, windowSec: hours * HOUR_SEC });
    }
    return told;
  };
}
