import { detectLanguages } from './detect-language.ts';
import { LANGUAGES } from './languages/languages.ts';
import { findPrivate, withoutAddresses } from './private-words.ts';
import { withoutSecrets } from './secrets.ts';
import type { Message } from './signals.ts';
import { tokenize } from './tokens.ts';
import { textsOfUser } from './user-texts.ts';

/**
 * Ruling 67, for signals that were not read by the rules: the words of the user that are part of a secret, an
 * address, a number or a name, whatever language they are in.
 */
export function wordsToldInPrivate(messages: readonly Message[]): ReadonlySet<string> {
  const texts = textsOfUser(messages);
  const read = texts.map((text) => tokenize(withoutSecrets(withoutAddresses(text))));
  const languages = detectLanguages(read);
  const open = new Set(
    read.flatMap((tokens, at) => {
      const { language = null } = languages[at] ?? {};
      const names = (language === null ? LANGUAGES : [language]).map((one) =>
        findPrivate(tokens, one),
      );
      return tokens.flatMap(({ key }, index) =>
        names.some((found) => found.has(index)) ? [] : key,
      );
    }),
  );
  const said = texts.flatMap((text) => tokenize(text)).map(({ key }) => key);
  return new Set(said.filter((key) => !open.has(key)));
}
