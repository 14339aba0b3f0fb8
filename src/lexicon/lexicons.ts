import type { Lexicon } from './lexicon.ts';
import { readLexicon } from './lexicon.ts';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import it from './words/it.json';
import nl from './words/nl.json';
import pt from './words/pt.json';

/** The languages that are read, English first. */
export const LEXICONS: readonly Lexicon[] = [en, de, fr, es, it, pt, nl].map(readLexicon);

const BY_CODE: ReadonlyMap<string, Lexicon> = new Map(LEXICONS.map((one) => [one.code, one]));

export function lexiconOf(code: string): Lexicon | undefined {
  return BY_CODE.get(code);
}
