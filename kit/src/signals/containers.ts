import type { Language } from './languages/language.ts';
import { matchAt } from './phrases.ts';
import type { Token } from './tokens.ts';

/**
 * Takes out what holds or counts the thing: "a *bag of* coffee beans" is about the beans. Only before a word: "a pair of
 * two" names no thing.
 */
export function withoutContainers(
  tokens: readonly Token[],
  { containers, stop, hasCompounds, lexicon, isListed, sensesOfWord }: Language,
): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = matchAt(containers, tokens, at);
    const next = tokens[found?.end ?? at];
    const row = tokens.slice(at, (found?.end ?? at) + 1).map(({ key }) => key);
    // Where no "of" is between the two, only a known word is what the container holds: "eine Rolle spielt".
    const isHeld = ({ key }: Token) =>
      !hasCompounds || isListed(key) || sensesOfWord(key) !== undefined;
    const isContainer =
      found !== undefined &&
      next?.kind === 'word' &&
      !stop.has(next.key) &&
      isHeld(next) &&
      // "sac de couchage" holds nothing.
      lexicon.sensesOf(row.join('-')) === undefined;
    if (isContainer) {
      at = found.end;
    } else {
      const token = tokens[at];
      if (token !== undefined) kept.push(token);
      at++;
    }
  }
  return kept;
}
