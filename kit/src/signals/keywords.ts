import { isOpen, type Language } from './language.ts';
import {
  BRANDS,
  isModelAlone,
  isModelNumber,
  isNamedThing,
  isVariant,
  withPrefix,
} from './names.ts';
import { isPhrase, type Text } from './noun-phrases.ts';
import type { Span } from './phrases.ts';
import type { Reading } from './reading.ts';
import { type IntentValue, KEYWORD_CHARACTERS_MAX, KEYWORDS_MAX } from './signals.ts';
import { type Token, textOf } from './tokens.ts';
import type { Wanted } from './wanted.ts';

/**
 * Ruling 66: whether the lists know a word of something sold. A keyword is made of such words alone, so what no
 * list knows never leaves.
 */
export function isKnownWord(key: string, language: Language): boolean {
  return language.isListed(key) || BRANDS.has(key);
}

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

/**
 * The phrases of the messages that make up the topic, newest message first. Beside something that is
 * asked for, what is merely mentioned in other sentences does not count.
 */
export function chooseKeywords(
  messages: readonly Reading[],
  intent: IntentValue,
): readonly Wanted[] {
  // Who tells of a neighbour's lawn asks for none.
  const isTalk = (message: Reading) => intent === 'information_seeking' && !message.isQuestion;
  const named = messages
    .flatMap((message) => (isTalk(message) ? [] : ofMessage(message.wanted, intent)))
    .flatMap(known);
  const isWish = intent === 'purchase_inquiry';
  const chosen =
    named.length === 0 && isWish
      ? messages.flatMap(({ mentioned }) => mentioned).flatMap(known)
      : named;
  const kept: Wanted[] = [];
  for (const phrase of chosen) {
    const isCovered = chosen.some(
      (other) =>
        other !== phrase &&
        covers(other.text, phrase.text) &&
        !kept.some(({ text }) => text === phrase.text),
    );
    if (!kept.some(({ text }) => text === phrase.text) && !isCovered) kept.push(phrase);
  }
  return kept.slice(0, KEYWORDS_MAX);
}

/** The phrase as it may leave; nothing where no list knows its thing. */
function known(phrase: Wanted): readonly Wanted[] {
  return phrase.keyword === undefined ? [] : [{ ...phrase, text: phrase.keyword }];
}

/**
 * Of each sentence what is asked for, or else what it names first, and what stands in a row with it. The other things in
 * it describe that one: "a backpack for a camera".
 */
function ofMessage(wanted: readonly Wanted[], intent: IntentValue): readonly Wanted[] {
  const isKnownOnly = intent === 'information_seeking' || intent === 'support_request';
  const possible = isKnownOnly ? wanted.filter(isProduct) : wanted;
  const isCentral = ({ because, keyword }: Wanted) => because !== 'known' && keyword !== undefined;
  const hasCentral = possible.some(isCentral);
  const kept: Wanted[] = [];
  for (const [at, phrase] of possible.entries()) {
    const isMain = hasCentral
      ? isCentral(phrase)
      : !possible
          .slice(0, at)
          .some(({ sentence, keyword }) => keyword !== undefined && sentence === phrase.sentence);
    const isInRow = phrase.isNext && kept.at(-1) === possible[at - 1];
    if (isMain || isInRow) kept.push(phrase);
  }
  return kept;
}

/** Who asks how bees make honey does not shop. */
function isProduct({ topic, keyword, isAside, because }: Wanted): boolean {
  if (because === 'known' && isAside) return false;
  return topic !== undefined && (topic !== 'food' || keyword?.includes(' ') === true);
}

/** "trail running shoes" says all that "shoes" says. */
function covers(longer: string, shorter: string): boolean {
  return longer.length > shorter.length && ` ${longer} `.includes(` ${shorter} `);
}
