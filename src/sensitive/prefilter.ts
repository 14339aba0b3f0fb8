/** Whether a text can hold a phrase at all; most hold none, and this takes a fraction of reading them. */
export type Prefilter = (text: string, length: number) => boolean;

const NO_WORD = 0;
const HASH_START = 0x811c9dc5 | 0;

/** What a character adds to a word: 0 ends the word, -1 needs the full reading. */
const NEEDS_READING = -1;
const PART_OF_WORD = Int8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  if (char === "'" || char === '`') return NEEDS_READING;
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : 0;
});

/**
 * True where a word of the text may be the first of a phrase, and for text that is not plain ASCII words.
 * Words are compared by hash: a rare collision costs a reading and changes nothing.
 */
export function createPrefilter(firstWords: Iterable<string>): Prefilter {
  const hashes = new Set([...firstWords].map(hashOf));
  const size = 1 << Math.ceil(Math.log2(4 * hashes.size + 2));
  const table = new Int32Array(size);
  for (const hash of hashes) {
    let slot = hash & (size - 1);
    while (table[slot] !== NO_WORD) slot = (slot + 1) & (size - 1);
    table[slot] = hash;
  }
  const has = (hash: number) => {
    let slot = hash & (size - 1);
    while (table[slot] !== NO_WORD) {
      if (table[slot] === hash) return true;
      slot = (slot + 1) & (size - 1);
    }
    return false;
  };

  return (text, length) => {
    let hash = HASH_START;
    for (let at = 0; at < length; at++) {
      const part = PART_OF_WORD[text.charCodeAt(at)] ?? NEEDS_READING;
      if (part > 0) {
        hash = addTo(hash, part);
      } else if (part === NEEDS_READING) {
        return true;
      } else if (hash !== HASH_START) {
        if (has(finished(hash))) return true;
        hash = HASH_START;
      }
    }
    return hash !== HASH_START && has(finished(hash));
  };
}

function addTo(hash: number, part: number): number {
  return Math.imul(hash ^ part, 0x01000193);
}

/** The low bits choose the slot: mix the high ones in, and stay clear of the empty slot's value. */
function finished(hash: number): number {
  return (hash ^ (hash >>> 15)) | 0 || 1;
}

/** Of a folded word; one that is not ASCII is never looked up. */
function hashOf(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = addTo(hash, word.charCodeAt(at));
  return finished(hash);
}
