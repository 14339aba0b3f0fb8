import type { Steps } from '../../lib/steps.ts';
import { foldWord } from './fold-word.ts';
import { createKnownEnds } from './known-ends.ts';
import { createTextTable, NOT_LISTED, type TextTable } from './text-table.ts';

/** The shortest word that counts at the end of a compound whose beginning is unknown: "Wilhelm" is no "Helm". */
const COMPOUND_END_MIN = 8;
/** The shortest that counts in any: "…uhr" would find "Natur". */
const COMPOUND_LENGTH_MIN = 4;
/** The shortest beginning that counts: a prefix makes no compound. */
const COMPOUND_START_MIN = 3;
/** Longer words are no compounds that a list could know. */
const COMPOUND_LENGTH_MAX = 40;
/** Between the two parts of a compound: "Geburtstag*s*geschenk". */
const COMPOUND_JOINT = /(?:en|es|er|[esn])$/;
/** Ends of one word that are looked up. */
const ENDS_MAX = 8;

/** Of a word in its possible forms: the longest listed word at the end of the first form that has one. */
type CompoundEnd = (forms: readonly string[]) => string | undefined;

/** Finds the listed word that a compound ends with. `listedStarts` begin a compound and stand for nothing alone. */
export function* createCompounds(
  keys: Iterable<string>,
  listedStarts: readonly string[],
): Steps<CompoundEnd> {
  const listed = [...keys];
  const { endsOf } = createKnownEnds(listed);
  yield;
  const words = createTextTable(new Map(listed.map((word) => [word, 0])));
  yield;
  const starts = createTextTable(startsOf(listed, listedStarts));
  yield;
  const ends = new Int32Array(ENDS_MAX);

  const endOf = (form: string): string | undefined => {
    if (form.length > COMPOUND_LENGTH_MAX) return undefined;
    for (let count = endsOf(form, ends); count > 0; count--) {
      const at = ends[count - 1] as number;
      const length = form.length - at;
      if (at < COMPOUND_START_MIN || length < COMPOUND_LENGTH_MIN) continue;
      const end = form.slice(at);
      if (!isIn(words, end)) continue;
      const start = form.slice(0, at).replace(/-$/, '');
      const isLong = length >= COMPOUND_END_MIN;
      if (isLong || isIn(starts, start) || isIn(starts, withoutJoint(start))) return end;
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

const isIn = (table: TextTable, text: string) => table.get(text) !== NOT_LISTED;

/** A listed word can begin a compound, as it stands or without its ending: "*Wander*stock", "*Schul*buch". */
function startsOf(
  words: readonly string[],
  listed: readonly string[],
): ReadonlyMap<string, number> {
  const starts = new Map(
    listed
      .join(' ')
      .split(' ')
      .map((word) => [foldWord(word), 0]),
  );
  for (const word of words) {
    starts.set(word, 0);
    const stem = word.replace(/(?:en|[en])$/, '');
    if (stem.length > COMPOUND_START_MIN) starts.set(stem, 0);
  }
  return starts;
}

function withoutJoint(start: string): string {
  const rest = start.replace(COMPOUND_JOINT, '');
  return rest.length < COMPOUND_START_MIN ? start : rest;
}
