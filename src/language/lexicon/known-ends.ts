/** Bits of the table for each letter of the words: few looks are in vain. */
const BITS_PER_LETTER = 8;
const BITS_MIN = 2 ** 12;

/**
 * Tells fast which of a word's ends can be a known word. Every end of every known word is a bit, so that reading a word
 * from its last letter stops where no known word goes on. A bit may be set by chance: what is told has to be looked up.
 */
export function createKnownEnds(known: Iterable<string>) {
  const words = [...known];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let size = BITS_MIN;
  while (size < letters * BITS_PER_LETTER) size *= 2;
  const mask = size - 1;
  const ends = new Int32Array(size >> 5);
  const whole = new Int32Array(size >> 5);
  const has = (bits: Int32Array, hash: number) =>
    ((bits[(hash & mask) >> 5] as number) & (1 << (hash & 31))) !== 0;
  const set = (bits: Int32Array, hash: number) => {
    const at = (hash & mask) >> 5;
    bits[at] = (bits[at] as number) | (1 << (hash & 31));
  };
  for (const word of words) {
    let hash = SEED;
    for (let at = word.length - 1; at >= 0; at--) {
      hash = extended(hash, word.charCodeAt(at));
      set(ends, hash);
    }
    set(whole, hash);
  }
  return {
    /** Where each end of a word begins that may be a known word, the shortest end first. Returns how many there are. */
    endsOf(word: string, starts: Int32Array): number {
      let hash = SEED;
      let count = 0;
      for (let at = word.length - 1; at >= 0 && count < starts.length; at--) {
        hash = extended(hash, word.charCodeAt(at));
        if (!has(ends, hash)) return count;
        if (has(whole, hash)) starts[count++] = at;
      }
      return count;
    },
  };
}

const SEED = 0x811c9dc5;

/** FNV-1a, with its high bits mixed in, since the low ones choose the bit. */
function extended(hash: number, code: number): number {
  const next = Math.imul(hash ^ code, 0x01000193);
  return next ^ (next >>> 15);
}
