import { keptTables } from '../kept-tables.ts';
import {
  buildLexicon,
  type LexiconFile,
  type LexiconWords,
  listedWords,
  plainWords,
} from './build-lexicon.ts';
import grammars from './grammar.json';
import { type Grammar, type Lexicon, openLexicon } from './lexicon.ts';
import { createWordForms } from './word-forms.ts';

/** Of the languages that are read, English first. */
export const GRAMMARS: readonly Grammar[] = Object.values(grammars).map((grammar) => ({
  ...grammar,
  head: grammar.head === 'first' ? 'first' : 'last',
}));

export const LEXICONS: readonly Lexicon[] = GRAMMARS.map(openLater);

/** Most programs meet few languages, and one that finds all compiled reads no file. */
function openLater(grammar: Grammar): Lexicon {
  let made: Lexicon | undefined;
  const open = () => {
    made ??= openLexicon(
      grammar,
      keptTables()?.lexicons[grammar.code] ?? buildLexicon(lexiconFileOf(grammar.code)),
    );
    return made;
  };
  const { code, head, endings, hasCompounds } = grammar;
  return {
    code,
    head,
    hasCompounds,
    sensesOf: (key) => open().sensesOf(key),
    phraseWordsFrom: (first) => open().phraseWordsFrom(first),
    // Of its few endings alone, whose words nobody needs for it.
    formsOf: createWordForms(endings).formsOf,
    entryAt: (words, at) => open().entryAt(words, at),
  };
}

const BY_CODE: ReadonlyMap<string, Lexicon> = new Map(LEXICONS.map((one) => [one.code, one]));

export function lexiconOf(code: string): Lexicon | undefined {
  return BY_CODE.get(code);
}

/** Loaded when a language is first met. */
const WORDS: Readonly<Record<string, () => LexiconWords>> = {
  en: () => require('./words/en.json'),
  de: () => require('./words/de.json'),
  fr: () => require('./words/fr.json'),
  es: () => require('./words/es.json'),
  it: () => require('./words/it.json'),
  pt: () => require('./words/pt.json'),
  nl: () => require('./words/nl.json'),
};

export function lexiconFileOf(code: string): LexiconFile {
  const [grammar, words] = [GRAMMARS.find((one) => one.code === code), WORDS[code]];
  if (grammar === undefined || words === undefined)
    throw new Error(`no lexicon has the code "${code}"`);
  return { ...grammar, ...words() };
}

/** Every word and phrase of a lexicon, as its file writes it. */
export function wordsListedIn(code: string): readonly string[] {
  return listedWords(lexiconFileOf(code));
}

/** Words of every day that stand for no subject. */
export function plainWordsIn(code: string): readonly string[] {
  return plainWords(lexiconFileOf(code));
}
