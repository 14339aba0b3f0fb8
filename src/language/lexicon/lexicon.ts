import { NOT_LISTED, openTextTable, type TextTable } from '../text-table.ts';
import { type CompoundsTable, openCompounds } from './compounds.ts';
import { createWordForms, type LexiconForms } from './word-forms.ts';

/** How the words of one language are put together: `grammar.json`. */
export type Grammar = {
  /** ISO 639-1 */
  readonly code: string;
  /** In a phrase the first word names the thing ("machine à café"), or the last ("coffee machine"). */
  readonly head: 'first' | 'last';
  /** Endings that plurals and cases add: `s`. `ies>y`: in place of another one. */
  readonly endings: string;
  /** Compounds are written as one word: "Kaffeemaschine" is a "Maschine". */
  readonly hasCompounds: boolean;
};

/** A lexicon as typed arrays. */
export type LexiconTable = {
  /** The entry of each word, each phrase and each beginning of a phrase. */
  readonly texts: TextTable;
  /** By entry: its list of senses, counted from 1; 0: it is only the beginning of a phrase. */
  readonly entryLists: Uint16Array;
  /** By entry: the words of the longest phrase that begins so; 1 where none does. */
  readonly entryWords: Uint8Array;
  /** By list: its first sense, and behind the last list the number of all. */
  readonly listStarts: Int32Array;
  /** By sense. */
  readonly subjects: Uint16Array;
  readonly isRare: Uint8Array;
  readonly plain: TextTable;
  /** Undefined where compounds are not written as one word. */
  readonly compounds?: CompoundsTable;
};

/** One thing that a word can stand for. */
export type Sense = {
  /** The position in `SUBJECTS`. */
  readonly subject: number;
  /** How usual it is: 1, or less for a rarer one. */
  readonly weight: number;
};

export type Lexicon = Omit<Grammar, 'endings'> & {
  /** The senses of a folded word, or of a phrase whose words have hyphens between them, in any of its forms. */
  readonly sensesOf: (key: string) => readonly Sense[] | undefined;
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

export function openLexicon(
  { code, head, endings, hasCompounds }: Grammar,
  table: LexiconTable,
): Lexicon {
  const { formsOf } = createWordForms(endings);
  const entries = openEntries(table);
  const plain = openTextTable(table.plain);
  const compoundEnd =
    table.compounds &&
    openCompounds(table.compounds, (word) => entries.of(word).senses !== undefined);
  const sensesOfWord = (forms: readonly string[]): readonly Sense[] | undefined => {
    for (const form of forms) {
      const found = entries.of(form).senses;
      if (found !== undefined) return found;
      // "fahren" has nothing to do with "Fähre".
      if (plain.get(form) !== NOT_LISTED) return undefined;
    }
    const end = compoundEnd?.(forms);
    return end === undefined ? undefined : entries.of(end).senses;
  };
  return {
    code,
    head,
    hasCompounds,
    formsOf,
    phraseWordsFrom(first) {
      let longest = 1;
      for (const form of formsOf(first)) longest = Math.max(longest, entries.of(form).phraseWords);
      return longest;
    },
    sensesOf(key) {
      const known = entries.of(key).senses;
      if (known !== undefined) return known;
      if (!key.includes('-')) return sensesOfWord(formsOf(key));
      const parts = key.split('-');
      const phrase = phraseAt(parts, 0, formsOf(parts[0] ?? ''), entries, formsOf);
      return phrase?.length === parts.length ? phrase.senses : undefined;
    },
    entryAt(texts, at) {
      const forms = formsOf(texts[at] ?? '');
      const phrase = phraseAt(texts, at, forms, entries, formsOf);
      if (phrase !== undefined) return phrase;
      const found = sensesOfWord(forms);
      return found && { length: 1, senses: found };
    },
  };
}

/** What is known of a text: a word, a phrase, or how a phrase begins. */
type TextEntry = {
  /** undefined: it is neither a word nor a phrase. */
  readonly senses: readonly Sense[] | undefined;
  /** The words of the longest phrase that begins so; 1 where none does. */
  readonly phraseWords: number;
};

type Entries = {
  readonly of: (text: string) => TextEntry;
  /** Of a phrase. No text is made of it: few of those that are tried exist. */
  readonly ofPhrase: (beginning: string, word: string) => TextEntry;
};

const UNKNOWN_ENTRY: TextEntry = { senses: undefined, phraseWords: 1 };

/** An entry is made when it is first met. Words that stand for the same share one list of senses. */
function openEntries(table: LexiconTable): Entries {
  const { get, getPhrase } = openTextTable(table.texts);
  // Filled, since an array with holes is slow to read.
  const made = new Array<TextEntry | undefined>(table.entryLists.length).fill(undefined);
  const lists: (readonly Sense[])[] = [];
  const entryOf = (number: number): TextEntry => {
    if (number === NOT_LISTED) return UNKNOWN_ENTRY;
    const known = made[number];
    if (known !== undefined) return known;
    const list = (table.entryLists[number] as number) - 1;
    if (list >= 0) lists[list] ??= sensesIn(table, list);
    const entry = { senses: lists[list], phraseWords: table.entryWords[number] as number };
    made[number] = entry;
    return entry;
  };
  return {
    of: (text) => entryOf(get(text)),
    ofPhrase: (beginning, word) => entryOf(getPhrase(beginning, word)),
  };
}

function sensesIn({ listStarts, subjects, isRare }: LexiconTable, list: number): readonly Sense[] {
  const senses: Sense[] = [];
  const end = listStarts[list + 1] as number;
  for (let at = listStarts[list] as number; at < end; at++) {
    senses.push({ subject: subjects[at] as number, weight: isRare[at] === 1 ? RARE : USUAL });
  }
  return senses;
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
  entries: Entries,
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
