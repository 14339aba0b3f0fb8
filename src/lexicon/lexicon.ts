import { foldWord } from './fold-word.ts';
import { SUBJECTS } from './subjects.ts';

/** `words/<language>.json`: what the words of one language stand for. */
export type LexiconFile = {
  /** ISO 639-1 */
  readonly code: string;
  /** In a phrase the first word names the thing ("machine à café"), or the last ("coffee machine"). */
  readonly head: string;
  /** Endings that plurals and cases add: `s`. `ies>y`: in place of another one. */
  readonly endings: string;
  /** Compounds are written as one word: "Kaffeemaschine" is a "Maschine". */
  readonly hasCompounds: boolean;
  /**
   * By subject. A phrase has hyphens between its words. A word under several subjects has several senses; `?` behind it
   * marks a sense that is rarer than the others, or a word that speaks of the subject and names no thing of it.
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
  /** Every word and phrase, as the file writes it. */
  readonly listed: readonly string[];
  /** The words of the longest phrase that begins with this folded word; 1 where none does. */
  readonly phraseWordsFrom: (first: string) => number;
  /** A folded word as it stands, and without each of the endings that it may have. */
  readonly formsOf: (key: string) => readonly string[];
};

/** The weight of a sense that is not marked as rarer. */
export const USUAL = 1;
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
      addSense(senses, foldWord(word), { subject, weight: isRare ? RARE : USUAL });
    }
  }
  const endings = file.endings
    .split(/\s+/)
    .filter(Boolean)
    .map((ending): Ending => {
      const [added = '', replaced = ''] = ending.split('>');
      return { added: foldWord(added), replaced };
    });
  const phrases = phraseLengths(senses.keys());
  const formsOf = (key: string) => [key, ...stemsOf(key, endings)];
  const phraseWordsFrom = (first: string) =>
    Math.max(...formsOf(first).map((form) => phrases.get(form) ?? 1));
  /** The first and the last word may have any form: "machines à café". */
  const sensesOfPhrase = ([first = '', ...rest]: readonly string[]) => {
    if (phraseWordsFrom(first) <= rest.length) return undefined;
    const last = rest.pop() ?? '';
    for (const start of formsOf(first)) {
      for (const end of formsOf(last)) {
        const found = senses.get([start, ...rest, end].join('-'));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return {
    code: file.code,
    head: file.head === 'first' ? 'first' : 'last',
    hasCompounds: file.hasCompounds,
    listed,
    phraseWordsFrom,
    formsOf,
    sensesOf(key) {
      const known = senses.get(key);
      if (known !== undefined) return known;
      const stems = stemsOf(key, endings);
      for (const stem of stems) {
        const found = senses.get(stem);
        if (found !== undefined) return found;
      }
      if (key.includes('-')) return sensesOfPhrase(key.split('-'));
      return file.hasCompounds ? sensesOfCompound([key, ...stems], senses) : undefined;
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

type Ending = { readonly added: string; readonly replaced: string };

function stemsOf(key: string, endings: readonly Ending[]): readonly string[] {
  const stems: string[] = [];
  for (const { added, replaced } of endings) {
    if (key.length - added.length >= STEM_LENGTH_MIN && key.endsWith(added)) {
      stems.push(key.slice(0, -added.length) + replaced);
    }
  }
  return stems;
}

/** The shortest word that counts at the end of a compound whose beginning is unknown: "Wilhelm" is no "Helm". */
const COMPOUND_END_MIN = 5;
/** The shortest that counts in any: "…uhr" would find "Natur". */
const COMPOUND_LENGTH_MIN = 4;
/** Longer words are no compounds that a list could know. */
const COMPOUND_LENGTH_MAX = 40;
/** Between the two parts of a compound: "Geburtstag*s*geschenk". */
const COMPOUND_JOINT = /(?:en|es|[esn])$/;

function sensesOfCompound(
  forms: readonly string[],
  senses: ReadonlyMap<string, readonly Sense[]>,
): readonly Sense[] | undefined {
  const isKnown = (part: string) => senses.has(part);
  for (const form of forms) {
    if (form.length > COMPOUND_LENGTH_MAX) continue;
    for (let at = 2; at <= form.length - COMPOUND_LENGTH_MIN; at++) {
      const found = senses.get(form.slice(at));
      if (found === undefined) continue;
      const start = form.slice(0, at);
      const isLong = form.length - at >= COMPOUND_END_MIN;
      if (isLong || isKnown(start) || isKnown(start.replace(COMPOUND_JOINT, ''))) return found;
    }
  }
  return undefined;
}
