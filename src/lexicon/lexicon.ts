import { foldWord } from './fold-word.ts';
import { createKnownEnds } from './known-ends.ts';
import { SUBJECTS } from './subjects.ts';

/** `words/<language>.json`: what the words of one language stand for. */
export type LexiconFile = {
  /** ISO 639-1 */
  readonly code: string;
  /** In a phrase the first word names the thing ("machine à café"), or the last ("coffee machine"). */
  readonly head: string;
  /** Endings that plurals and cases add. */
  readonly endings: string;
  /** Compounds are written as one word: "Kaffeemaschine" is a "Maschine". */
  readonly hasCompounds: boolean;
  /**
   * By subject. A phrase has hyphens between its words. A word under several subjects has several senses; `?` behind it
   * marks a sense that is rarer than the others.
   */
  readonly words: Readonly<Record<string, readonly string[]>>;
};

/** One thing that a word can stand for. */
export type Sense = {
  /** The position in `SUBJECTS`. */
  readonly subject: number;
  /** How usual it is: 1, or less for a rarer one. */
  readonly weight: number;
};

export type Lexicon = {
  readonly code: string;
  readonly head: 'first' | 'last';
  /** The senses of a folded word, or of a phrase whose words have hyphens between them, in any of its forms. */
  readonly sensesOf: (key: string) => readonly Sense[] | undefined;
  readonly hasCompounds: boolean;
  /** The words of the longest phrase that begins with this folded word; 1 where none does. */
  readonly phraseWordsFrom: (first: string) => number;
  /** Every word and phrase, as the file writes it. */
  readonly listed: readonly string[];
  /** A folded word as it stands, and without each of the endings that it may have. */
  readonly formsOf: (key: string) => readonly string[];
};

const RARE = 0.3;

const POSITIONS: ReadonlyMap<string, number> = new Map(
  SUBJECTS.map(({ name }, position) => [name, position]),
);

/** Throws where the file names a subject that does not exist: the files are ours. */
export function readLexicon(file: LexiconFile): Lexicon {
  const senses = new Map<string, Sense[]>();
  const listed: string[] = [];
  for (const [name, lines] of Object.entries(file.words)) {
    const subject = POSITIONS.get(name);
    if (subject === undefined) throw new Error(`${file.code}.json: no subject is called "${name}"`);
    for (const entry of lines.join(' ').split(' ')) {
      if (entry === '') continue;
      const isRare = entry.endsWith('?');
      const word = isRare ? entry.slice(0, -1) : entry;
      listed.push(word);
      addSense(senses, foldWord(word), { subject, weight: isRare ? RARE : 1 });
    }
  }
  const endings = file.endings.split(/\s+/).filter(Boolean);
  const ends = createKnownEnds(senses.keys());
  const sensesOfCompound = compoundsOf(senses, ends);
  const compoundIn = (key: string): readonly Sense[] | undefined => {
    let found = sensesOfCompound(key, key.length);
    for (const ending of endings) {
      if (found !== undefined) return found;
      if (isStemmed(key, ending)) found = sensesOfCompound(key, key.length - ending.length);
    }
    return found;
  };
  const phrases = phraseLengths(senses.keys());
  return {
    code: file.code,
    head: file.head === 'first' ? 'first' : 'last',
    hasCompounds: file.hasCompounds,
    phraseWordsFrom: (first) => phrases.get(first) ?? 1,
    listed,
    formsOf: (key) => [key, ...stemsOf(key, endings)],
    sensesOf(key) {
      const known = senses.get(key);
      if (known !== undefined) return known;
      for (const ending of endings) {
        if (!isStemmed(key, ending)) continue;
        const length = key.length - ending.length;
        const found = ends.canBeKnown(key, length) ? senses.get(key.slice(0, length)) : undefined;
        if (found !== undefined) return found;
      }
      return file.hasCompounds ? compoundIn(key) : undefined;
    },
  };
}

/** By the first word of phrases: the words of the longest. */
function phraseLengths(keys: Iterable<string>): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const key of keys) {
    const [first = '', ...others] = key.split('-');
    if (others.length === 0) continue;
    lengths.set(first, Math.max(lengths.get(first) ?? 1, 1 + others.length));
  }
  return lengths;
}

function addSense(senses: Map<string, Sense[]>, word: string, sense: Sense): void {
  const known = senses.get(word);
  if (known === undefined) senses.set(word, [sense]);
  else if (!known.some(({ subject }) => subject === sense.subject)) known.push(sense);
}

/** Shorter words are no plural of anything: "gas". */
const STEM_LENGTH_MIN = 3;

function isStemmed(key: string, ending: string): boolean {
  return key.length - ending.length >= STEM_LENGTH_MIN && key.endsWith(ending);
}

function stemsOf(key: string, endings: readonly string[]): readonly string[] {
  return endings
    .filter((ending) => isStemmed(key, ending))
    .map((ending) => key.slice(0, -ending.length));
}

/** The shortest word that counts at the end of a compound whose beginning is unknown: "Wilhelm" is no "Helm". */
const COMPOUND_END_MIN = 5;
/** What stands before the end has at least so many letters. */
const COMPOUND_START_MIN = 2;
/** The shortest that counts in any: "…uhr" would find "Natur". */
const COMPOUND_LENGTH_MIN = 4;
/** Longer words are no compounds that a list could know. */
const COMPOUND_LENGTH_MAX = 40;
/** Between the two parts of a compound: "Geburtstag*s*geschenk". */
const COMPOUND_JOINT = /(?:en|es|[esn])$/;

/** Ends of one word that are looked up. */
const ENDS_MAX = 8;

function compoundsOf(
  senses: ReadonlyMap<string, readonly Sense[]>,
  { endsOf }: ReturnType<typeof createKnownEnds>,
) {
  const isKnown = (part: string) => senses.has(part);
  const starts = new Int32Array(ENDS_MAX);
  /** Of the first letters of a word: what the longest known end stands for. */
  return (word: string, length: number): readonly Sense[] | undefined => {
    if (length > COMPOUND_LENGTH_MAX) return undefined;
    for (let count = endsOf(word, length, starts); count > 0; count--) {
      const at = starts[count - 1] as number;
      if (at < COMPOUND_START_MIN || length - at < COMPOUND_LENGTH_MIN) continue;
      const found = senses.get(word.slice(at, length));
      if (found === undefined) continue;
      const start = word.slice(0, at);
      const isLong = length - at >= COMPOUND_END_MIN;
      if (isLong || isKnown(start) || isKnown(start.replace(COMPOUND_JOINT, ''))) return found;
    }
    return undefined;
  };
}
