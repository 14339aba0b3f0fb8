import { BRANDS } from './brands.ts';
import type { Language } from './languages/language.ts';
import { LANGUAGES } from './languages/languages.ts';
import { OTHER_LANGUAGES } from './languages/other-languages.ts';
import type { Token } from './tokens.ts';

/** The language of a message, or null where it is none that the rules read, and the words that say so. */
export type Detected = { readonly language: Language | null; readonly because: readonly string[] };

const NONE: Detected = { language: null, because: [] };

/**
 * Ruling 66: a message counts as one of the languages only by words that this language has. What is in another
 * one, mixed, or too short to tell is in none. A message that has no words, like "42", goes on in the language
 * before it.
 */
export function detectLanguages(messages: readonly (readonly Token[])[]): readonly Detected[] {
  const detected: Detected[] = [];
  for (const tokens of messages) {
    const words = tokens.filter(isTelling);
    const before = detected.at(-1) ?? NONE;
    detected.push(words.length === 0 ? before : detect(words, before.language));
  }
  return detected;
}

/** Single letters are in every language, and names of brands in none. */
function isTelling({ kind, key, text }: Token): boolean {
  return kind === 'word' && (key.length > 1 || /[^a-z]/i.test(text)) && !BRANDS.has(key);
}

/** A word of one language alone says more than one that several share. */
const WEIGHTS = [0, 3, 2] as const;
const SHARED_WEIGHT = 1;

function detect(words: readonly Token[], before: Language | null): Detected {
  const knowing = words.map(languagesOf);
  const scoreOf = (one: Language | string) =>
    knowing.reduce((sum, all) => sum + (all.includes(one) ? weightOf(all.length) : 0), 0);
  const [language, ...others] = [...(before === null ? [] : [before]), ...LANGUAGES].sort(
    (a, b) => scoreOf(b) - scoreOf(a),
  );
  if (language === undefined) return NONE;
  const because = words.filter((_, at) => knowing[at]?.includes(language));
  const isOther = OTHER_CODES.some((code) => scoreOf(code) > scoreOf(language));
  const foreign = knowing.filter((all) => all.length > 0 && !all.some((one) => typeof one !== 'string'));
  if (isOther || isMixed(foreign.length, words.length) || !isEnough(because.length, words.length)) return NONE;
  return { language, because: [...new Set(because.map(({ text }) => text.toLowerCase()))] };
}

function weightOf(languages: number): number {
  return WEIGHTS[languages] ?? SHARED_WEIGHT;
}

/** Words that only languages have which are not read. */
function isMixed(foreign: number, words: number): boolean {
  return foreign * 4 >= words;
}

/** Half of the words are known; of a longer message, a third. */
function isEnough(known: number, words: number): boolean {
  return known * 2 >= words || (known > 1 && known * 3 >= words);
}

const OTHER_CODES = Object.keys(OTHER_LANGUAGES);

/** Which languages have a word as it stands, to save looking it up in each of them. */
const KNOWN = new Map<string, (Language | string)[]>();
for (const language of LANGUAGES) know(language, language.vocabulary);
for (const [code, words] of Object.entries(OTHER_LANGUAGES)) know(code, words.split(/\s+/));

function know(language: Language | string, words: Iterable<string>): void {
  for (const word of new Set(words)) {
    const knowing = KNOWN.get(word);
    if (knowing === undefined) KNOWN.set(word, [language]);
    else knowing.push(language);
  }
}

/** Accents count where they are written: "tôi" is not the French "toi". */
function languagesOf({ text, key }: Token): readonly (Language | string)[] {
  const knowing = KNOWN.get(text.toLowerCase().replace(/['’]/g, ''));
  if (knowing !== undefined) return knowing;
  return LANGUAGES.filter(
    ({ letters, topicOfWord }) => letters.test(text) && topicOfWord(key) !== undefined,
  );
}
