import { inFirstTaxonomy } from '../core/openrtb/category-match.ts';
import type { AboutReader } from '../language/lexicon/about.ts';
import { entriesOf, sensesNearCategory, sensesOfCategory } from '../language/lexicon/about.ts';
import { foldWord } from '../language/lexicon/fold-word.ts';
import type { Lexicon } from '../language/lexicon/lexicon.ts';
import { LEXICONS } from '../language/lexicon/lexicons.ts';
import { isFunctionWord, mainPosition, wordOrderOf } from './main-word.ts';
import { plainWords, readWords } from './words.ts';

/** The words of a short text, folded, and which of them names the thing. */
type ReadPhrase = { readonly words: readonly string[]; readonly main: number };

/** What is longer is cut. */
const TEXT_LENGTH_MAX = 600;

export function readPhrase(text: string, language: string, wordsMax: number): ReadPhrase {
  const order = wordOrderOf(language);
  const plain = plainWords(text, wordsMax);
  if (plain !== undefined) return { words: plain, main: mainPosition(plain, order) };
  const words = readWords(text.slice(0, TEXT_LENGTH_MAX)).slice(0, wordsMax);
  return { words: words.map(foldWord), main: mainPosition(words, order) };
}

/** What the words of a short text stand for. */
export function entriesIn(text: string, lexicon: Lexicon, wordsMax: number) {
  const { words, main } = readPhrase(text, lexicon.code, wordsMax);
  return { wordCount: words.length, entries: entriesOf(words, main, lexicon) };
}

/** English is taken for the language where it knows at least so much of a text. */
const ENGLISH_SHARE_MIN = 0.5;

/** The lexicon that knows most of these words, English before others; undefined: none knows any. */
export function likeliestLexicon(
  words: readonly string[],
  among: readonly Lexicon[] = LEXICONS,
): Lexicon | undefined {
  let likeliest: Lexicon | undefined;
  let most = 0;
  for (const lexicon of among) {
    let known = 0;
    for (const word of words) if (lexicon.sensesOf(word) !== undefined) known++;
    if (known > most) [likeliest, most] = [lexicon, known];
    if (known >= ENGLISH_SHARE_MIN * words.length && known > 0) return lexicon;
  }
  return likeliest;
}

/** The words of a text that can name things. */
export function contentWords(text: string, wordsMax: number): readonly string[] {
  return readWords(text.slice(0, TEXT_LENGTH_MAX))
    .filter((word) => !isFunctionWord(word))
    .slice(0, wordsMax)
    .map(foldWord);
}

/** Of a list, those that are read. */
const CATEGORIES_MAX = 5;

/** Categories of any content taxonomy share the weight. */
export function addCategories(reader: AboutReader, ids: readonly unknown[], weight: number): void {
  const count = Math.min(ids.length, CATEGORIES_MAX);
  for (let at = 0; at < count; at++) {
    const id = ids[at];
    if (typeof id !== 'string' || id.length > CATEGORY_LENGTH_MAX) continue;
    for (const first of inFirstTaxonomy(id)) {
      const senses = sensesOfCategory(first);
      if (senses.length > 0) reader.addSenses(senses, weight / count);
      else reader.addSenses(sensesNearCategory(first), (weight / count) * NEAR_CATEGORY);
    }
  }
}

/** What a category counts that has no subject of its own. */
const NEAR_CATEGORY = 0.2;

/** No taxonomy has longer ids. */
const CATEGORY_LENGTH_MAX = 32;
