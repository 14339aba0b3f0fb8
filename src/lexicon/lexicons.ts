import { type Lexicon, type LexiconFile, readLexicon } from './lexicon.ts';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import it from './words/it.json';
import nl from './words/nl.json';
import pt from './words/pt.json';

/** The languages that are read, English first. */
export const LEXICONS: readonly Lexicon[] = [en, de, fr, es, it, pt, nl].map(readLater);

/** Reading takes some tens of milliseconds for each language, and most programs meet few of them. */
function readLater(file: LexiconFile): Lexicon {
  let made: Lexicon | undefined;
  const read = () => {
    made ??= readLexicon(file);
    return made;
  };
  return {
    code: file.code,
    head: file.head === 'first' ? 'first' : 'last',
    hasCompounds: file.hasCompounds,
    sensesOf: (key) => read().sensesOf(key),
    phraseWordsFrom: (first) => read().phraseWordsFrom(first),
    formsOf: (key) => read().formsOf(key),
    entryAt: (words, at) => read().entryAt(words, at),
    get listed() {
      return read().listed;
    },
    plain: (file.plain ?? []).flatMap((line) => line.split(' ')),
  };
}

const BY_CODE: ReadonlyMap<string, Lexicon> = new Map(LEXICONS.map((one) => [one.code, one]));

export function lexiconOf(code: string): Lexicon | undefined {
  return BY_CODE.get(code);
}
