import { buildTextTable } from '../text-table.ts';
import { COMPOUND_START_MIN, type CompoundsTable, END_SEED, endHash } from './compounds.ts';
import { foldWord } from './fold-word.ts';
import type { Grammar, LexiconTable } from './lexicon.ts';
import { SUBJECTS } from './subjects.ts';

/** `words/<language>.json`: what the words of one language stand for. */
export type LexiconWords = {
  /**
   * By subject. A phrase has hyphens between its words. A word under several subjects has several senses; `?` behind it
   * marks a sense that is rarer than the others, or a word that speaks of the subject and names no thing of it.
   */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** What begins a compound and stands for nothing alone: "*Mini*kühlschrank". */
  readonly starts?: readonly string[];
  /**
   * Words of every day that stand for no subject, though they end like a listed one ("vergessen" is no "Essen") or are
   * read like a form of one ("fahren" is no "Fähre"), or are spelled nearly like one ("strecken" is not "stricken").
   */
  readonly plain?: readonly string[];
};

export type LexiconFile = Grammar & LexiconWords;

const POSITIONS: ReadonlyMap<string, number> = new Map(
  SUBJECTS.map(({ name }, position) => [name, position]),
);

/** Throws where the file names a subject that does not exist: the files are ours. */
export function buildLexicon(file: LexiconFile): LexiconTable {
  const senses = sensesByKey(file);
  const beginnings = beginningsOf(senses.keys());
  const lists = new Map<string, number>();
  const entries = new Map<string, number>();
  const numberOf = new Map<string, number>();
  const entryLists: number[] = [];
  const entryWords: number[] = [];
  const add = (text: string, listed: string | undefined, words: number): void => {
    let list = 0;
    if (listed !== undefined) {
      list = lists.get(listed) ?? lists.size + 1;
      lists.set(listed, list);
    }
    // Texts of which the same is known share one entry.
    const key = `${list} ${words}`;
    let entry = entries.get(key);
    if (entry === undefined) {
      entry = entryLists.push(list) - 1;
      entryWords.push(words);
      entries.set(key, entry);
    }
    numberOf.set(text, entry);
  };
  for (const [key, listed] of senses) add(key, listed.join(' '), beginnings.get(key) ?? 1);
  for (const [beginning, words] of beginnings)
    if (!senses.has(beginning)) add(beginning, undefined, words);

  const ofLists = [...lists.keys()].map((list) => list.split(' '));
  let end = 0;
  return {
    texts: buildTextTable(numberOf),
    entryLists: Uint16Array.from(entryLists),
    entryWords: Uint8Array.from(entryWords),
    listStarts: Int32Array.from([0, ...ofLists.map((list) => (end += list.length))]),
    subjects: Uint16Array.from(ofLists.flat(), (sense) => Number.parseInt(sense, 10)),
    isRare: Uint8Array.from(ofLists.flat(), (sense) => Number(sense.endsWith('?'))),
    plain: buildTextTable(new Map(plainWords(file).map((word) => [foldWord(word), 0]))),
    ...(file.hasCompounds
      ? { compounds: buildCompounds([...senses.keys()], file.starts ?? []) }
      : {}),
  };
}

/** As the file writes it, without the mark of a rarer sense. */
export function listedWords({ words }: Pick<LexiconWords, 'words'>): readonly string[] {
  return Object.values(words).flatMap((lines) =>
    entriesIn(lines).map((one) => one.replace('?', '')),
  );
}

export function plainWords({ plain = [] }: Pick<LexiconWords, 'plain'>): readonly string[] {
  return plain.flatMap((line) => line.split(' '));
}

function entriesIn(lines: readonly string[]): readonly string[] {
  return lines.join(' ').split(' ').filter(Boolean);
}

/** By each word as it is looked up: its subjects, with `?` behind those in which it is rare. */
function sensesByKey({ code, words }: LexiconFile): ReadonlyMap<string, readonly string[]> {
  const senses = new Map<string, string[]>();
  for (const [name, lines] of Object.entries(words)) {
    const subject = POSITIONS.get(name);
    if (subject === undefined) throw new Error(`${code}.json: no subject is called "${name}"`);
    const [usual, rare] = [`${subject}`, `${subject}?`];
    for (const entry of entriesIn(lines)) {
      const isRare = entry.endsWith('?');
      for (const key of keysOf(isRare ? entry.slice(0, -1) : entry)) {
        const known = senses.get(key);
        if (known === undefined) senses.set(key, [isRare ? rare : usual]);
        else if (!known.includes(usual) && !known.includes(rare)) known.push(isRare ? rare : usual);
      }
    }
  }
  return senses;
}

/** "huile d'olive" is looked up as two words or as three, by who divides the text. */
function keysOf(word: string): readonly string[] {
  const key = foldWord(word);
  return word.includes("'") ? [key, foldWord(word.replaceAll("'", '-'))] : [key];
}

/** Every beginning of a phrase, with how many words the longest phrase has that begins so. */
function beginningsOf(keys: Iterable<string>): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const key of keys) {
    const length = key.split('-').length;
    for (let end = key.indexOf('-'); end !== -1; end = key.indexOf('-', end + 1)) {
      const beginning = key.slice(0, end);
      lengths.set(beginning, Math.max(lengths.get(beginning) ?? 1, length));
    }
  }
  return lengths;
}

/** Bits for each letter of the words: few looks are in vain. */
const BITS_PER_LETTER = 8;
const BITS_MIN = 2 ** 12;

function buildCompounds(words: readonly string[], listedStarts: readonly string[]): CompoundsTable {
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let size = BITS_MIN;
  while (size < letters * BITS_PER_LETTER) size *= 2;
  const ends = new Int32Array(size >> 5);
  const whole = new Int32Array(size >> 5);
  const set = (bits: Int32Array, hash: number) => {
    const at = (hash & (size - 1)) >> 5;
    bits[at] = (bits[at] as number) | (1 << (hash & 31));
  };
  for (const word of words) {
    let hash = END_SEED;
    for (let at = word.length - 1; at >= 0; at--) {
      hash = endHash(hash, word.charCodeAt(at));
      set(ends, hash);
    }
    set(whole, hash);
  }
  return { ends, whole, starts: buildTextTable(startsOf(words, listedStarts)) };
}

/** A listed word can begin a compound, as it stands or without its ending: "*Wander*stock", "*Schul*buch". */
function startsOf(
  words: readonly string[],
  listed: readonly string[],
): ReadonlyMap<string, number> {
  const starts = new Map(entriesIn(listed).map((word) => [foldWord(word), 0]));
  for (const word of words) {
    starts.set(word, 0);
    const stem = word.replace(/(?:en|[en])$/, '');
    if (stem.length > COMPOUND_START_MIN) starts.set(stem, 0);
  }
  return starts;
}
