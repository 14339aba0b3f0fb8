import type { Language } from './languages/language.ts';
import type { Meant } from './meaning.ts';
import type { NounPhrase } from './noun-phrases.ts';
import { type Token, textOf } from './tokens.ts';

const WORDS_MAX = 6;

/**
 * Something is wrong with a thing that the user has: a word of trouble or a negator soon after it, in the
 * same clause. "the oven won't heat up", "tablet freezes", "die Heizung wird nicht warm".
 */
/** "how do I turn off the voice on my TV": a question about a thing that the user has. */
export function asksAboutOwn(tokens: readonly Token[], phrases: readonly NounPhrase[]): boolean {
  const isHow = tokens
    .slice(0, 2)
    .some(({ key }) => /^(?:how|wie|hoe|comment|como|come)$/.test(key));
  return isHow && phrases.some((phrase) => isOwn(tokens, phrase));
}

/** A thing that is sold and that the user has. */
export function isOwn(tokens: readonly Token[], { start, topic }: NounPhrase): boolean {
  return (
    topic !== undefined &&
    /^(?:my|our|mein\w*|unser\w*|mon|ma|mes|mi|mis|mio|mia|miei|mie|meu|minha|meus|minhas|mijn|ons|onze)$/.test(
      tokens[start - 1]?.key ?? '',
    )
  );
}

export function findTrouble(
  tokens: readonly Token[],
  phrases: readonly Meant[],
  language: Language,
): string | undefined {
  for (const { start, end, hasShops } of phrases) {
    const isOwn = language.definite.has(tokens[start - 1]?.key ?? '');
    if (!hasShops || !(isOwn || start === 0)) continue;
    for (let at = end; at < Math.min(tokens.length, end + WORDS_MAX); at++) {
      const token = tokens[at];
      if (token?.kind !== 'word' || isDescription(token, language)) break;
      if (language.trouble.has(token.key)) return textOf(tokens, start, at + 1);
      const isVerb =
        tokens[at + 1]?.kind === 'word' || language.head === 'first' || language.hasCompounds;
      const isReport = isOwn || /nt$/.test(token.key);
      if (isReport && isVerb && language.negators.has(token.key))
        return textOf(tokens, start, at + 1);
    }
  }
  return undefined;
}

/** "a rug but", "shoes that don't", "a lamp for": what follows is no report. */
function isDescription({ key }: Token, { prepositions, comparing }: Language): boolean {
  return (
    prepositions.has(key) ||
    comparing.or.has(key) ||
    /^(?:but|aber|maar|mais|pero|mas|die|der|das|qui|que|che|ma)$/.test(key)
  );
}
