import { ALL_LISTS } from '../../../src/language/sensitive/all-lists.ts';
import {
  createSensitiveMatcher,
  type SensitiveMatcher,
} from '../../../src/language/sensitive/matcher.ts';
import { SENSITIVE_CLASSES } from '../../../src/language/sensitive/word-list.ts';
import type { Detected } from './detect-language.ts';
import type { Signals } from './signals.ts';
import { countSigns, ENOUGH } from './signs.ts';
import type { Token } from './tokens.ts';

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
  tokens: readonly (readonly Token[])[],
): Signals['sensitive'] {
  matcher ??= createSensitiveMatcher(ALL_LISTS);
  const { findAll } = matcher;
  const matches = texts.flatMap((text, at) =>
    findAll([text], EVERY_CLASS, 'prose', languages[at]?.language?.code),
  );
  const found = SENSITIVE_CLASSES.flatMap((name) => {
    const said = matches.filter((match) => match.class === name).map((match) => match.words);
    const words = said.length === 0 && name === 'crisis' ? hintsIn(tokens, languages) : said;
    return words.length === 0 ? [] : { class: name, words: [...new Set(words)] };
  });
  const [gravest, ...others] = found;
  return gravest === undefined ? null : { ...gravest, others };
}

/** What a message counts that names nothing that anybody sells: "will it hurt". */
const NAMES_NOTHING = 0.4;
const NAMES_THING = -0.2;

/** Signs of distress in the last message and the one before it, where they are enough together. */
function hintsIn(
  messages: readonly (readonly Token[])[],
  languages: readonly Detected[],
): readonly string[] {
  const language = languages.at(-1)?.language ?? null;
  const last = messages.at(-1) ?? [];
  if (language === null) return [];
  const read = messages.slice(-2).filter((_, at, all) => {
    const index = languages.length - all.length + at;
    return languages[index]?.language === language;
  });
  const { sum, because } = countSigns(language.signs.distress, read);
  if (sum === 0) return [];
  const namesThing = last.some(({ key }) => language.topicOfWord(key) !== undefined);
  return sum + (namesThing ? NAMES_THING : NAMES_NOTHING) >= ENOUGH ? because : [];
}
