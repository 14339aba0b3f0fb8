import { type IntentScores, scoreIntents } from './intent.ts';
import type { Language } from './language.ts';
import { type Meant, settleSenses } from './meaning.ts';
import { findNounPhrases, type NounPhrase, readUnits } from './noun-phrases.ts';
import { matchAll, matchAt } from './phrases.ts';
import { type FoundPrice, findPrice } from './price.ts';
import { findPrivate } from './private-words.ts';
import { INTENTS } from './signals.ts';
import { type Token, textOf } from './tokens.ts';
import { findMentioned, findWanted, isAskedForText, type Wanted } from './wanted.ts';

/** One message of the user, read by itself. */
export type Reading = {
  readonly tokens: readonly Token[];
  readonly wanted: readonly Wanted[];
  /** What may be wanted where `wanted` is empty. */
  readonly mentioned: readonly Wanted[];
  readonly price: FoundPrice | undefined;
  readonly scores: IntentScores;
  /** What is wrong with something the user has. */
  readonly trouble: string | undefined;
  readonly behaviours: readonly Behaviour[];
  /** Something is asked in it, in whatever way. */
  readonly isQuestion: boolean;
  /** It begins a topic, so that what was said before no longer counts. */
  readonly isNewTopic: boolean;
};

export type Behaviour = { readonly name: string; readonly because: string };

export function readMessage(
  tokens: readonly Token[],
  language: Language,
  isShopping: boolean,
): Reading {
  const { found: price, spans } = findPrice(tokens, language, isShopping);
  const units = readUnits(tokens, language);
  const text = { tokens, units, language };
  const phrases = settleSenses(text, findNounPhrases(text, spans, findPrivate(tokens, language)));
  const wanted = findWanted(tokens, phrases, language, price !== undefined);
  const trouble = findTrouble(tokens, phrases, language);
  const scores = scoreIntents(tokens, language, wanted, {
    hasPrice: price !== undefined,
    hasMoney: spans.length > 0,
    isAskedForText: isAskedForText(tokens, phrases, language),
    trouble,
    asksAboutOwn: asksAboutOwn(tokens, phrases),
  });
  const behaviours = Object.entries(language.behaviours).flatMap(([name, cues]) =>
    matchAll(cues, tokens)
      .slice(0, 1)
      .map(({ start, end }) => ({ name, because: textOf(tokens, start, end) })),
  );
  return {
    tokens,
    wanted,
    mentioned: findMentioned(tokens, phrases, language),
    price,
    scores,
    trouble,
    behaviours,
    isQuestion: isQuestion(tokens, phrases, scores, language),
    isNewTopic: isNewTopic(tokens, wanted, scores, language),
  };
}

/** Whether anything in a message is for sale: then a bare number in the conversation can be a price. */
export function isShopping(tokens: readonly Token[], language: Language): boolean {
  return (
    tokens.some(({ key }) => language.topicOfWord(key) !== undefined) ||
    matchAll(language.price.budget, tokens).length > 0 ||
    matchAll(language.intents.purchase_inquiry.strong, tokens).length > 0
  );
}

/** Any cue of an intent, a question mark, or a thing that the user has. */
function isQuestion(
  tokens: readonly Token[],
  phrases: readonly Meant[],
  { scores }: IntentScores,
  { questions }: Language,
): boolean {
  return (
    tokens.some(({ text }) => text === '?') ||
    questions.has(tokens[0]?.key ?? '') ||
    INTENTS.some((value) => scores[value] > (value === 'support_request' ? ONE_SIGN : 0)) ||
    phrases.some((phrase) => isOwn(tokens, phrase))
  );
}

/** "my" is a sign of somebody who needs help, and no question. */
const ONE_SIGN = 1.2;

/** A question that has nothing to do with buying. */
const QUESTION = 4;

function isNewTopic(
  tokens: readonly Token[],
  wanted: readonly Wanted[],
  { scores }: IntentScores,
  language: Language,
): boolean {
  if (matchAll(language.topicChange, tokens).length > 0) return true;
  const isThing = wanted.some(({ topic }) => topic !== undefined);
  if (isThing && matchAll(language.instead, tokens).length > 0) return true;
  if (tokens.some(({ key }) => language.references.has(key))) return false;
  return (
    wanted.some(({ because, topic }) => because !== 'known' && topic !== undefined) ||
    (scores.information_seeking >= QUESTION && scores.purchase_inquiry === 0)
  );
}

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

function findTrouble(
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
