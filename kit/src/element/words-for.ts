import { IT, NL, PT } from './more-words.ts';
import { DE, EN, ES, FR, type Words } from './words.ts';

const BY_LANGUAGE: Readonly<Record<string, Words>> = Object.fromEntries(
  [EN, DE, FR, ES, IT, PT, NL].map((words) => [words.lang, words]),
);

/** The words for a page in this language; English where there are none. */
export function wordsFor(language: string): Words {
  return BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? EN;
}
