import type { Steps } from '../../lib/steps.ts';
import { createCompounds } from './compounds.ts';
import { foldWord } from './fold-word.ts';
import { SUBJECTS } from './subjects.ts';
import { createTextTable, NOT_LISTED } from './text-table.ts';
import { createWordForms, type LexiconForms } from './word-forms.ts';

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
  /** What begins a compound and stands for nothing alone: "*Mini*kühlschrank". */
  readonly starts?: readonly string[];
  /**
   * Words of every day that stand for no subject, though they end like a listed one ("vergessen" is no "Essen") or are
   * read like a form of one ("fahren" is no "Fähre"), or are spelled nearly like one ("strecken" is not "stricken").
   */
  readonly plain?: readonly string[];
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
  /** Words of every day that stand for no subject, as the file writes them. */
  readonly plain: readonly string[];
  /** The words of the longest phrase that begins with this folded word; 1 where none does. */
  readonly phraseWordsFrom: (first: string) => number;
  /** The longest phrase among folded words from a position on, or else the word there; undefined where neither is known. */
  readonly entryAt: (words: readonly string[], at: number) => FoundEntry | undefined;
  /** A folded word as it stands, and without each of the endings that it may have. */
  readonly formsOf: LexiconForms['formsOf'];
};

/** How many words one entry takes, and what they stand for. */
type FoundEntry = { readonly length: number; readonly senses: readonly Sense[] };

/** The weight of a sense that is not marked as rarer. */
export const USUAL = 1;
const RARE = 0.3;

const POSITIONS: ReadonlyMap<string, number> = new Map(
  SUBJECTS.map(({ name }, position) => [name, position]),
);

/** Throws where the file names a subject that does not exist: the files are ours. */
export function* readLexicon(file: LexiconFile): Steps<Lexicon> {
  const words = yield* readWords(file);
  const { formsOf } = createWordForms(file.endings);
  const entries = yield* createEntryTable(words);
  const plain = (file.plain ?? []).flatMap((line) => line.split(' '));
  const isPlain = new Set(plain.map(foldWord));
  const compoundEnd = file.hasCompounds
    ? yield* createCompounds(words.keys(), file.starts ?? [])
    : undefined;
  const sensesOfWord = (forms: readonly string[]): readonly Sense[] | undefined => {
    for (const form of forms) {
      const found = entries.of(form).senses;
      if (found !== undefined) return found;
      // "fahren" has nothing to do with "Fähre".
      if (isPlain.has(form)) return undefined;
    }
    const end = compoundEnd?.(forms);
    return end === undefined ? undefined : entries.of(end).senses;
  };
  const entryAt = (texts: readonly string[], at: number): FoundEntry | undefined => {
    const forms = formsOf(texts[at] ?? '');
    const phrase = phraseAt(texts, at, forms, entries, formsOf);
    if (phrase !== undefined) return phrase;
    const found = sensesOfWord(forms);
    return found && { length: 1, senses: found };
  };
  return {
    code: file.code,
    head: file.head === 'first' ? 'first' : 'last',
    hasCompounds: file.hasCompounds,
    plain,
    // Not kept: the exchange does not need it.
    get listed() {
      return listedIn(file)
        .flat()
        .map(({ word }) => word);
    },
    phraseWordsFrom(first) {
      let longest = 1;
      for (const form of formsOf(first)) longest = Math.max(longest, entries.of(form).phraseWords);
      return longest;
    },
    formsOf,
    sensesOf(key) {
      const known = entries.of(key).senses;
      if (known !== undefined) return known;
      if (!key.includes('-')) return sensesOfWord(formsOf(key));
      const parts = key.split('-');
      const phrase = phraseAt(parts, 0, formsOf(parts[0] ?? ''), entries, formsOf);
      return phrase?.length === parts.length ? phrase.senses : undefined;
    },
    entryAt,
  };
}

/** As the file writes it. */
type ListedWord = { readonly word: string; readonly sense: Sense };

/** By subject. */
function listedIn({ code, words }: LexiconFile): readonly (readonly ListedWord[])[] {
  return Object.entries(words).map(([name, lines]) => {
    const subject = POSITIONS.get(name);
    if (subject === undefined) throw new Error(`${code}.json: no subject is called "${name}"`);
    const [usual, rare] = [
      { subject, weight: USUAL },
      { subject, weight: RARE },
    ];
    return lines
      .join(' ')
      .split(' ')
      .filter(Boolean)
      .map((entry) => {
        const isRare = entry.endsWith('?');
        return { word: isRare ? entry.slice(0, -1) : entry, sense: isRare ? rare : usual };
      });
  });
}

/** The senses of each word, as it is looked up. */
function* readWords(file: LexiconFile): Steps<ReadonlyMap<string, readonly Sense[]>> {
  const words = new Map<string, readonly Sense[]>();
  const withSense = createSenseLists();
  const add = ({ word, sense }: ListedWord): void => {
    for (const key of keysOf(word)) {
      const known = words.get(key) ?? NO_SENSES;
      if (!known.some(({ subject }) => subject === sense.subject))
        words.set(key, withSense(known, sense));
    }
  };
  for (const ofSubject of listedIn(file)) {
    ofSubject.forEach(add);
    yield;
  }
  return words;
}

const NO_SENSES: readonly Sense[] = [];

/** Words that stand for the same share one list of senses. */
function createSenseLists() {
  const longer = new Map<readonly Sense[], Map<Sense, readonly Sense[]>>();
  return (senses: readonly Sense[], added: Sense): readonly Sense[] => {
    const lists = longer.get(senses) ?? new Map<Sense, readonly Sense[]>();
    const list = lists.get(added) ?? [...senses, added];
    longer.set(senses, lists.set(added, list));
    return list;
  };
}

/** "huile d'olive" is looked up as two words or as three, by who divides the text. */
function keysOf(word: string): readonly string[] {
  const key = foldWord(word);
  return word.includes("'") ? [key, foldWord(word.replaceAll("'", '-'))] : [key];
}

/** What is known of a text: a word, a phrase, or how a phrase begins. */
type TextEntry = {
  /** undefined: it is neither a word nor a phrase. */
  readonly senses: readonly Sense[] | undefined;
  /** The words of the longest phrase that begins so; 1 where none does. */
  readonly phraseWords: number;
};

type EntryTable = {
  readonly of: (text: string) => TextEntry;
  /** Of a phrase. No text is made of it: few of those that are tried exist. */
  readonly ofPhrase: (beginning: string, word: string) => TextEntry;
};

const UNKNOWN_ENTRY: TextEntry = { senses: undefined, phraseWords: 1 };

/** Texts of which the same is known share one entry. */
function* createEntryTable(words: ReadonlyMap<string, readonly Sense[]>): Steps<EntryTable> {
  const entries: TextEntry[] = [];
  /** By senses and `phraseWords`. */
  const numbers = new Map<readonly Sense[] | undefined, number[]>();
  const numberOf = new Map<string, number>();
  const beginnings = beginningsOf(words.keys());
  yield;
  const file = (text: string, phraseWords: number): void => {
    const senses = words.get(text);
    const ofSenses = numbers.get(senses) ?? [];
    numbers.set(senses, ofSenses);
    ofSenses[phraseWords] ??= entries.push({ senses, phraseWords }) - 1;
    numberOf.set(text, ofSenses[phraseWords]);
  };
  for (const word of words.keys()) file(word, beginnings.get(word) ?? 1);
  yield;
  for (const [beginning, length] of beginnings) if (!words.has(beginning)) file(beginning, length);
  yield;
  const table = createTextTable(numberOf);
  yield;
  const entryAt = (number: number): TextEntry =>
    number === NOT_LISTED ? UNKNOWN_ENTRY : (entries[number] as TextEntry); // the table has no others
  return {
    of: (text) => entryAt(table.get(text)),
    ofPhrase: (beginning, word) => entryAt(table.getPhrase(beginning, word)),
  };
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

/** Of the words that a phrase can begin with, in different forms. */
const BEGINNINGS_MAX = 4;

const NO_BEGINNINGS: readonly string[] = [];

/**
 * Looks for a phrase that begins with one of the forms of the word at a position. Every word of it may have an ending:
 * "machines à café", "bandas elásticas".
 */
function phraseAt(
  words: readonly string[],
  at: number,
  forms: readonly string[],
  entries: EntryTable,
  formsOf: LexiconForms['formsOf'],
): FoundEntry | undefined {
  if (at + 1 >= words.length) return undefined;
  let open: readonly string[] = NO_BEGINNINGS;
  for (const form of forms) if (entries.of(form).phraseWords > 1) open = [...open, form];
  let longest: FoundEntry | undefined;
  for (let length = 2; open.length > 0 && at + length <= words.length; length++) {
    const longer: string[] = [];
    let found: readonly Sense[] | undefined;
    for (const form of formsOf(words[at + length - 1] ?? '')) {
      for (const beginning of open) {
        const { senses, phraseWords } = entries.ofPhrase(beginning, form);
        found ??= senses;
        if (phraseWords > 1 && longer.length < BEGINNINGS_MAX) longer.push(`${beginning}-${form}`);
      }
    }
    if (found !== undefined) longest = { length, senses: found };
    open = longer;
  }
  return longest;
}
