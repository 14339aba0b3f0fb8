import { inFirstTaxonomy } from '../core/openrtb/category-match.ts';
import {
  type AboutReader,
  entriesOf,
  sensesNearCategory,
  sensesOfCategory,
} from '../language/lexicon/about.ts';
import { foldWord } from '../language/lexicon/fold-word.ts';
import type { Lexicon } from '../language/lexicon/lexicon.ts';
import { LEXICONS, lexiconOf } from '../language/lexicon/lexicons.ts';
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

/**
 * The word that a keyword of a request is about: "shoes" in "best trail shoes 2026" and in "shoes for the
 * trail", "zapatillas" in "zapatillas de trail". A campaign for one word matches there and not where the
 * word only describes something else: "car insurance" is not about cars.
 */

/** What follows one of these describes what stands before it. */
const LINKS = new Set(
  [
    'for with without in of on to from by at under over below near that which like and or vs',
    'für mit ohne aus von vom zum zur bei unter über und oder gegen im am',
    'de du des d à au aux pour avec sans en sous chez et ou',
    'del la para con sin bajo y o contra',
    'di da del della dei delle dal per al alla senza com sem do dos das em sob',
    'voor met zonder onder tegen bij',
  ].flatMap((words) => words.split(' ')),
);

/** Stand before or after the thing and do not name it. */
const MODIFIERS = new Set(
  [
    'a an the my some any best good great top cheap cheapest affordable new used buy shop online nearby',
    'local today fast review reviews price prices deal deals sale offers please',
    'ein eine einen der die das beste besten gute günstig günstige neu neue kaufen preis angebote',
    'un une le les meilleur meilleure meilleurs bon bonne pas cher nouveau nouvelle acheter prix',
    'una el los las mejor mejores bueno buena barato barata nuevo nueva comprar precio ofertas',
    'il lo gli migliore migliori buono buona economico economica nuovo nuova comprare prezzo offerte',
    'um uma melhor melhores bom boa novo nova preço',
    'een het goede goedkoop goedkope nieuw nieuwe kopen prijs aanbieding',
  ].flatMap((words) => words.split(' ')),
);

/** Languages without a lexicon that put what describes a thing behind it. */
const THING_FIRST = new Set(['ca', 'ro', 'gl']);

/** Whether a phrase begins or ends with the word that names the thing. */
export type WordOrder = 'thing-first' | 'thing-last';

export const wordOrderOf = (language: string): WordOrder =>
  lexiconOf(language)?.head === 'first' || THING_FIRST.has(language) ? 'thing-first' : 'thing-last';

const NUMBER = /^\p{N}+$/u;
const isNumber = (word: string) => NUMBER.test(word);
const isModifier = (word: string) => MODIFIERS.has(word) || isNumber(word);

/** The position of the main word, or -1. */
export function mainPosition(words: readonly string[], order: WordOrder): number {
  let start = 0;
  while (start < words.length && isFunctionWord(words[start] ?? '')) {
    start++;
  }
  if (start === words.length) return -1;
  let end = start + 1;
  while (end < words.length && !LINKS.has(words[end] ?? '')) end++;
  while (isModifier(words[end - 1] ?? '')) end--;
  return order === 'thing-first' ? start : end - 1;
}

/** Whether the word only links others, or says nothing of what the thing is. */
export const isFunctionWord = (word: string): boolean => LINKS.has(word) || isModifier(word);
