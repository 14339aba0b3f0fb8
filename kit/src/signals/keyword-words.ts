import type { Span } from './bounds.ts';
import { isKnownWord } from './known-words.ts';
import { isOpen } from './languages/language.ts';
import { isModelAlone, isModelNumber, isVariant, withPrefix } from './model-names.ts';
import { isNamedThing } from './names.ts';
import type { Text } from './noun-phrases.ts';
import { KEYWORD_CHARACTERS_MAX } from './signals.ts';
import { type Token, textOf } from './tokens.ts';
import { isPhrase } from './units.ts';

/**
 * Rulings 66 and 67: the word that names the thing, and the words beside it, as far as the lists know them. Names,
 * keys and whatever else people paste is in no list.
 */
export function keywordOf(text: Text, { start, end }: Span, head: number): string | undefined {
  const { tokens, language } = text;
  const isKnown = (at: number) => isKnownAt(text, at);
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
  const isNamed = (token: Token, at: number) =>
    isKnownWord(token.key, language) || isModelAlone(token) || text.units[first + at] !== undefined;
  if (!named.some(isNamed)) return undefined;
  const keyword = phraseText(tokens, { start: withPrefix(tokens, first), end: last + 1 });
  return keyword === '' ? undefined : keyword;
}

function isKnownAt({ tokens, units, language }: Text, at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  const unit = units[at];
  if (unit !== undefined && isPhrase(unit)) return unit.senses.some(isOpen);
  if (language.joiners.has(token.key)) return false;
  if (token.kind === 'number') return isModelNumber(tokens, at, language);
  return isKnownWord(token.key, language) || isVariant(token) || isNamedThing(tokens, at);
}

export function phraseText(tokens: readonly Token[], { start, end }: Span): string {
  const text = textOf(tokens, start, end).toLowerCase().replaceAll('’', "'").replace(/'s?$/, '');
  return text.length > KEYWORD_CHARACTERS_MAX ? '' : text;
}
