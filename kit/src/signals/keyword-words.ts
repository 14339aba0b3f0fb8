import type { Span } from './bounds.ts';
import { isKnownWord } from './known-words.ts';
import type { Language } from './languages/language.ts';
import { isModelAlone, isModelNumber, isVariant, withPrefix } from './model-names.ts';
import { isNamedThing } from './names.ts';
import { KEYWORD_CHARACTERS_MAX } from './signals.ts';
import { type Token, textOf } from './tokens.ts';

/**
 * Rulings 66 and 67: the word that names the thing, and the words beside it, as far as the lists know them. Names,
 * keys and whatever else people paste is in no list.
 */
export function keywordOf(
  tokens: readonly Token[],
  { start, end }: Span,
  head: number,
  language: Language,
): string | undefined {
  const isKnown = (at: number) => isKnownAt(tokens, at, language);
  const isJoined = (at: number) => language.joiners.has(tokens[at]?.key ?? '');
  if (!isKnown(head)) return undefined;
  let first = head;
  while (first > start && isKnown(first - 1)) first--;
  let last = head;
  while (
    last + 1 < end &&
    (isKnown(last + 1) || (isJoined(last + 1) && last + 2 < end && isKnown(last + 2)))
  ) {
    last++;
  }
  const named = tokens.slice(first, last + 1);
  if (!named.some((token) => isKnownWord(token.key, language) || isModelAlone(token)))
    return undefined;
  const text = phraseText(tokens, { start: withPrefix(tokens, first), end: last + 1 });
  return text === '' ? undefined : text;
}

function isKnownAt(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at];
  if (token === undefined || language.joiners.has(token.key)) return false;
  if (token.kind === 'number') return isModelNumber(tokens, at, language);
  return isKnownWord(token.key, language) || isVariant(token) || isNamedThing(tokens, at);
}

export function phraseText(tokens: readonly Token[], { start, end }: Span): string {
  const text = textOf(tokens, start, end).toLowerCase().replaceAll('’', "'").replace(/'s?$/, '');
  return text.length > KEYWORD_CHARACTERS_MAX ? '' : text;
}
