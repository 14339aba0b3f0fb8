import { type IntentScores, scoreIntents } from './intent.ts';
import type { Language } from './languages/language.ts';
import { type Meant, settleSenses } from './meaning.ts';
import { findNounPhrases } from './noun-phrases.ts';
import { matchAll } from './phrases.ts';
import { type FoundPrice, findPrice } from './price.ts';
import { findPrivate } from './private-words.ts';
import { type Token, textOf } from './tokens.ts';
import { asksAboutOwn, findTrouble, isOwn } from './trouble.ts';
import { readUnits } from './units.ts';
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
  const behaviours = language.behaviours.flatMap(({ name, phrases: cues }) =>
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
  const purchase = language.intents.find(({ value }) => value === 'purchase_inquiry')?.strong;
  return (
    tokens.some(({ key }) => language.topicOfWord(key) !== undefined) ||
    matchAll(language.price.budget, tokens).length > 0 ||
    (purchase !== undefined && matchAll(purchase, tokens).length > 0)
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
    Object.values(scores).some((score) => score > 0) ||
    phrases.some((phrase) => isOwn(tokens, phrase))
  );
}

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
