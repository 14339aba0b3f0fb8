import { atOnce, inSlices, type SlicePace } from '../../lib/steps.ts';
import { type Lexicon, type LexiconFile, readLexicon } from './lexicon.ts';
import { createWordForms } from './word-forms.ts';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import it from './words/it.json';
import nl from './words/nl.json';
import pt from './words/pt.json';

/** Of those whose file was read. */
const READ = new Map<LexiconFile, Lexicon>();

const FILES: readonly LexiconFile[] = [en, de, fr, es, it, pt, nl];

/** The languages that are read, English first. */
export const LEXICONS: readonly Lexicon[] = FILES.map(readLater);

/** Reads all, so that no request has to wait for the first word of a language. */
export async function readAllLexicons(pace: SlicePace): Promise<void> {
  for (const file of FILES) {
    if (READ.has(file)) continue;
    const read = await inSlices(readLexicon(file), pace);
    // Unless somebody could not wait for it.
    if (!READ.has(file)) READ.set(file, read);
  }
}

/** Reading takes some tens of milliseconds for each language, and most programs meet few of them. */
function readLater(file: LexiconFile): Lexicon {
  let made: Lexicon | undefined;
  const read = () => {
    if (made !== undefined) return made;
    made = READ.get(file) ?? atOnce(readLexicon(file));
    READ.set(file, made);
    return made;
  };
  return {
    code: file.code,
    head: file.head === 'first' ? 'first' : 'last',
    hasCompounds: file.hasCompounds,
    sensesOf: (key) => read().sensesOf(key),
    phraseWordsFrom: (first) => read().phraseWordsFrom(first),
    // Of its few endings alone, whose words nobody needs for it.
    formsOf: createWordForms(file.endings).formsOf,
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
