import { ALL_LISTS } from '../../../src/sensitive/all-lists.ts';
import { createSensitiveMatcher, type SensitiveMatcher } from '../../../src/sensitive/matcher.ts';
import { SENSITIVE_CLASSES } from '../../../src/sensitive/word-list.ts';
import type { Signals } from './signals.ts';

/** Which of them keep ads away is the publisher's choice; all are reported. */
const EVERY_CLASS = Object.fromEntries(SENSITIVE_CLASSES.map((name) => [name, true]));

// Compiling the lists takes a while, which whoever only imports the kit should not wait for.
let matcher: SensitiveMatcher | undefined;

/** Every class that the texts speak of, by the word lists of the exchange. */
export function findSensitive(texts: readonly string[]): Signals['sensitive'] {
  matcher ??= createSensitiveMatcher(ALL_LISTS);
  const matches = matcher.findAll(texts, EVERY_CLASS, 'prose');
  // Matches come with the gravest class first.
  const [gravest, ...others] = [...new Set(matches.map((match) => match.class))].map((name) => {
    const words = matches.filter((match) => match.class === name).map((match) => match.words);
    return { class: name, words: [...new Set(words)] };
  });
  return gravest === undefined ? null : { ...gravest, others };
}
