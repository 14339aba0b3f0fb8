import { NOT_LISTED, openTextTable, type TextTable } from '../text-table.ts';

export type CompoundsTable = {
  /** Bits for every end of every word, and for every word as a whole: see `endsOf`. */
  readonly ends: Int32Array;
  readonly whole: Int32Array;
  /** What can begin a compound. */
  readonly starts: TextTable;
};

/** The shortest beginning that counts: a prefix makes no compound. */
export const COMPOUND_START_MIN = 3;

/** The shortest word that counts at the end of a compound whose beginning is unknown: "Wilhelm" is no "Helm". */
const COMPOUND_END_MIN = 8;
/** The shortest that counts in any: "…uhr" would find "Natur". */
const COMPOUND_LENGTH_MIN = 4;
/** Longer words are no compounds that a list could know. */
const COMPOUND_LENGTH_MAX = 40;
/** Between the two parts of a compound: "Geburtstag*s*geschenk". */
const COMPOUND_JOINT = /(?:en|es|er|[esn])$/;
/** Ends of one word that are looked up. */
const ENDS_MAX = 8;

/** Finds the listed word that a compound ends with: the longest at the end of the first form that has one. */
export function openCompounds(
  { ends, whole, starts: startsTable }: CompoundsTable,
  isListed: (word: string) => boolean,
): (forms: readonly string[]) => string | undefined {
  const starts = openTextTable(startsTable);
  const isStart = (text: string) => starts.get(text) !== NOT_LISTED;
  const found = new Int32Array(ENDS_MAX);

  const endOf = (form: string): string | undefined => {
    if (form.length > COMPOUND_LENGTH_MAX) return undefined;
    for (let count = endsOf(form, ends, whole, found); count > 0; count--) {
      const at = found[count - 1] as number;
      const length = form.length - at;
      if (at < COMPOUND_START_MIN || length < COMPOUND_LENGTH_MIN) continue;
      const end = form.slice(at);
      if (!isListed(end)) continue;
      const start = form.slice(0, at).replace(/-$/, '');
      if (length >= COMPOUND_END_MIN || isStart(start) || isStart(withoutJoint(start))) return end;
    }
    return undefined;
  };

  return (forms) => {
    for (const form of forms) {
      const end = endOf(form);
      if (end !== undefined) return end;
    }
    return undefined;
  };
}

/**
 * Where each end of a word begins that may be a known word, the shortest end first; returns how many there are. Every end of
 * every known word is a bit, so that reading a word from its last letter stops where no known word goes on. A bit may be set
 * by chance: what is found has to be looked up.
 */
function endsOf(word: string, ends: Int32Array, whole: Int32Array, starts: Int32Array): number {
  const mask = ends.length * 32 - 1;
  let hash = END_SEED;
  let count = 0;
  for (let at = word.length - 1; at >= 0 && count < starts.length; at--) {
    hash = endHash(hash, word.charCodeAt(at));
    const cell = (hash & mask) >> 5;
    const bit = 1 << (hash & 31);
    if (((ends[cell] as number) & bit) === 0) return count;
    if (((whole[cell] as number) & bit) !== 0) starts[count++] = at;
  }
  return count;
}

function withoutJoint(start: string): string {
  const rest = start.replace(COMPOUND_JOINT, '');
  return rest.length < COMPOUND_START_MIN ? start : rest;
}

export const END_SEED = 0x811c9dc5;

/** FNV-1a from the last letter on, with its high bits mixed in, since the low ones choose the bit. */
export function endHash(hash: number, code: number): number {
  const next = Math.imul(hash ^ code, 0x01000193);
  return next ^ (next >>> 15);
}
