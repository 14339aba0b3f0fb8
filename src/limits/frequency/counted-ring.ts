import type { WindowWords } from '../window-words.ts';

/** A sale that was counted under a name: what other machines are told of it. */
export type CountedSale = { readonly name: number; readonly windowSec: number };

/** Sales that may be counted between two readings. Of more, the oldest are not told. */
export const RING_WORDS = 2 ** 13;

const HOUR_SEC = 3600;
const NAME_BITS = 44n;
const NAME_MASK = (1n << NAME_BITS) - 1n;
const HOURS_BITS = 10n;
const HOURS_MASK = (1n << HOURS_BITS) - 1n;
const LAP_SHIFT = NAME_BITS + HOURS_BITS;
/** A word that was never written has lap 0. */
const LAPS = 2 ** 10 - 1;

const lapOf = (number: number) => BigInt(1 + (Math.floor(number / RING_WORDS) % LAPS));

/** Workers tell the supervisor without a message. `words[head]` is how many were ever told, the ring begins after it. */
export function tellCounted(words: WindowWords, head: number, sale: CountedSale): void {
  const number = Number(Atomics.add(words, head, 1n));
  const hours = BigInt(sale.windowSec / HOUR_SEC);
  const told = (lapOf(number) << LAP_SHIFT) | (hours << NAME_BITS) | BigInt(sale.name);
  Atomics.store(words, head + 1 + (number % RING_WORDS), told);
}

/** Returns the sales since the last call, the oldest first; those beyond `max` by the next one. */
export function createCountedReader(words: WindowWords, head: number) {
  let next = Number(Atomics.load(words, head));
  return (max = RING_WORDS): readonly CountedSale[] => {
    const end = Number(Atomics.load(words, head));
    next = Math.max(next, end - RING_WORDS);
    const told: CountedSale[] = [];
    for (; next < end && told.length < max; next++) {
      const word = Atomics.load(words, head + 1 + (next % RING_WORDS));
      // Otherwise a worker is about to write here, or has written a later one.
      if (word >> LAP_SHIFT !== lapOf(next)) continue;
      const hours = Number((word >> NAME_BITS) & HOURS_MASK);
      told.push({ name: Number(word & NAME_MASK), windowSec: hours * HOUR_SEC });
    }
    return told;
  };
}
