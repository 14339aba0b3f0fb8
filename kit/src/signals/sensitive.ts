import { ALL_LISTS } from '../../../src/language/sensitive/all-lists.ts';
import {
  createSensitiveMatcher,
  type SensitiveMatcher,
} from '../../../src/language/sensitive/matcher.ts';
import { SENSITIVE_CLASSES } from '../../../src/language/sensitive/word-list.ts';
import type { Detected } from './detect-language.ts';
import type { Signals } from './signals.ts';

/** Which of them keep ads away is the publisher's choice; all are reported. */
const EVERY_CLASS = Object.fromEntries(SENSITIVE_CLASSES.map((name) => [name, true]));

// Compiling the lists takes a while, which whoever only imports the kit should not wait for.
let matcher: SensitiveMatcher | undefined;

/**
 * Every class that the texts speak of, by the word lists of the exchange. Each text is judged in its language:
 * "Krebs" is a disease in German alone. Where that is unknown, every list counts in full.
 */
export function findSensitive(
  texts: readonly string[],
  languages: readonly Detected[],
): Signals['sensitive'] {
  matcher ??= createSensitiveMatcher(ALL_LISTS);
  const { findAll } = matcher;
  const matches = texts.flatMap((text, at) =>
    findAll([text], EVERY_CLASS, 'prose', languages[at]?.language?.code),
  );
  const found = SENSITIVE_CLASSES.flatMap((name) => {
    const words = matches.filter((match) => match.class === name).map((match) => match.words);
    return words.length === 0 ? [] : { class: name, words: [...new Set(words)] };
  });
  const [gravest, ...others] = found;
  return gravest === undefined ? null : { ...gravest, others };
}
