import OTHER_LANGUAGES from '../../../src/language/cues/other-languages.json';
import { LANGUAGES, type Language } from './language.ts';
import { BRANDS, FIRST_NAMES, isModel, isNamedThing } from './names.ts';
import type { Token } from './tokens.ts';

/** The language of a message, or null where it is none that the rules read, and the words that say so. */
export type Detected = { readonly language: Language | null; readonly because: readonly string[] };

export const UNKNOWN: Detected = { language: null, because: [] };

/**
 * Ruling 66: a message counts as one of the languages only by words that this language has. What is in another
 * one, mixed, or too short to tell is in none. A message whose words are of every language, like "42" or
 * "Nike?", goes on in the language before it.
 */
export function detectLanguages(messages: readonly (readonly Token[])[]): readonly Detected[] {
  const detected: Detected[] = [];
  for (const tokens of messages) {
    const before = detected.at(-1)?.language ?? null;
    const words = tokens.filter((_, at) => isTelling(tokens, at));
    detected.push(words.length === 0 ? continued(tokens, before) : detect(words, before));
  }
  return detected;
}

/** Names of people and goods are in every language, and single letters are, too. */
function isTelling(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || /^[a-z]$/i.test(token.text)) return false;
  const isName = BRANDS.has(token.key) || FIRST_NAMES.has(token.key) || isNamedThing(tokens, at);
  return !isName && !isModel(token);
}

/** A brand alone is something to search for, and no language. */
function continued(tokens: readonly Token[], before: Language | null): Detected {
  const because = tokens.flatMap(({ key }) => (BRANDS.has(key) ? [key] : []));
  const [first = null] = because.length > 0 ? LANGUAGES : [];
  return { language: before ?? first, because };
}

/** A word of one language alone says more than one that several share. */
const WEIGHTS = [0, 3, 2] as const;
const SHARED_WEIGHT = 1;
/** What a name of a thing counts beside a word that no text is without: languages lend each other the former. */
const LISTED_SHARE = 0.4;

function detect(words: readonly Token[], before: Language | null): Detected {
  const likely = likelyLanguages(words);
  const knowing = words.map((word) => languagesOf(word, likely));
  const scores = new Map<Language | string, number>();
  for (const [at, all] of knowing.entries()) {
    const weight = WEIGHTS[all.length] ?? SHARED_WEIGHT;
    for (const one of all) {
      const share = isOther(one) || one.small.has(words[at]?.key ?? '') ? 1 : LISTED_SHARE;
      scores.set(one, (scores.get(one) ?? 0) + weight * share);
    }
  }
  const scoreOf = (one: Language | string) => scores.get(one) ?? 0;
  // Of equals, the first.
  const language = [...(before === null ? [] : [before]), ...LANGUAGES].reduce((best, one) =>
    scoreOf(one) > scoreOf(best) ? one : best,
  );
  const because = words.filter((_, at) => knowing[at]?.includes(language));
  const foreign = words.filter((word, at) => isForeign(word, knowing[at] ?? []));
  const count = countOf(words);
  const isRead =
    isEnough(because.length, count) &&
    !isMixed(countOf(foreign), count) &&
    ![...scores].some(([one, score]) => isOther(one) && score > scoreOf(language));
  if (!isRead) return UNKNOWN;
  return { language, because: [...new Set(because.map(({ text }) => text.toLowerCase()))] };
}

function isOther(language: Language | string): language is string {
  return typeof language === 'string';
}

/** A letter of an alphabet that none of the languages is written in. */
const FOREIGN_LETTER = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** A word that only other languages can have. */
function isForeign({ text }: Token, knowing: readonly (Language | string)[]): boolean {
  return FOREIGN_LETTER.test(text) || (knowing.length > 0 && knowing.every(isOther));
}

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const LETTERS_OF_A_WORD = 2;

/** How many words these are; a row of letters without spaces holds several. */
function countOf(words: readonly Token[]): number {
  let count = 0;
  for (const { text } of words) {
    const letters = text.match(UNSPACED)?.length ?? 0;
    count += Math.max(1, Math.floor(letters / LETTERS_OF_A_WORD));
  }
  return count;
}

/** Half of the words are known; of a longer message, a third. */
function isEnough(known: number, words: number): boolean {
  return known * 2 >= words || (known > 1 && known * 3 >= words);
}

/** Half of the words are of other languages alone; of a longer message, a quarter. */
function isMixed(foreign: number, words: number): boolean {
  return foreign * 2 >= words || (foreign > 1 && foreign * 4 >= words);
}

/** Which languages have a word as it stands. */
const KNOWN = new Map<string, (Language | string)[]>();
for (const language of LANGUAGES) know(language, language.vocabulary);
// Small words of other languages, so that these are not taken for one that is read: Galician has "non" and "me".
for (const [code, lines] of Object.entries(OTHER_LANGUAGES)) know(code, lines.join(' ').split(' '));

function know(language: Language | string, words: Iterable<string>): void {
  for (const word of new Set(words)) {
    const knowing = KNOWN.get(word);
    if (knowing === undefined) KNOWN.set(word, [language]);
    else knowing.push(language);
  }
}

/** Of the language with the most small words: one with less of them cannot be the language of the message. */
const SMALL_SHARE_MIN = 0.5;
/** Fewer tell nothing: "canapé, *budget* 2000". */
const SMALL_MIN = 2;

/** Which languages' names of things are looked up, since reading all lexicons takes a while. */
function likelyLanguages(words: readonly Token[]): readonly Language[] {
  const counts = LANGUAGES.map(({ small }) => words.filter(({ key }) => small.has(key)).length);
  const most = Math.max(...counts);
  if (most < SMALL_MIN) return LANGUAGES;
  return LANGUAGES.filter((_, at) => (counts[at] ?? 0) >= most * SMALL_SHARE_MIN);
}

/** Accents count where they are written: "tôi" is not the French "toi". */
function languagesOf(
  { text, key }: Token,
  likely: readonly Language[],
): readonly (Language | string)[] {
  const knowing = KNOWN.get(text.toLowerCase().replace(/['’]/g, '')) ?? [];
  const others = likely.filter(
    (language) =>
      !knowing.includes(language) && language.letters.test(text) && language.isOwnWord(key),
  );
  return others.length === 0 ? knowing : [...knowing, ...others];
}
