import type { Language } from './language.ts';
import { matchAll } from './phrases.ts';
import type { Sentiment } from './signals.ts';
import { type Token, textOf } from './tokens.ts';

export type FoundSentiment = { readonly sentiment: Sentiment; readonly because: readonly string[] };

export const NO_FEELING: FoundSentiment = {
  sentiment: { value: 'neutral', score: 0 },
  because: [],
};

const FEELING = 0.5;
/** "thanks" behind a request is polite, not glad. */
const PRAISE = 0.35;
const NEUTRAL_BELOW = 0.3;
const NEGATION_WORDS_MAX = 2;

/** The mood of one message. */
export function findSentiment(
  tokens: readonly Token[],
  language: Language,
  trouble?: string,
): FoundSentiment {
  const { positive, negative, praise } = language.feelings;
  let score = 0;
  const because: string[] = [];
  const count = (start: number, end: number, weight: number) => {
    const isTurned = isNegated(tokens, start, language);
    // "not bad" is praise, "not too expensive" is nothing.
    score += isTurned ? (end - start > 1 ? 0 : -weight) : weight;
    because.push(
      `${isTurned ? `${tokens[start - 1]?.text ?? ''} ` : ''}${textOf(tokens, start, end)}`,
    );
  };
  for (const { start, end } of matchAll(positive, tokens)) {
    // "we'd love a bird feeder" is a wish.
    if (!WISHING.test(tokens[start - 1]?.key ?? '')) count(start, end, FEELING);
  }
  for (const { start, end } of matchAll(negative, tokens)) count(start, end, -FEELING);
  for (const { start, end } of matchAll(praise, tokens)) {
    if (isNegated(tokens, start, language) || isAnswer(tokens, start, end, language))
      count(start, end, PRAISE);
  }
  if (trouble !== undefined && score > -FEELING) {
    score -= FEELING;
    because.push(trouble);
  }
  const bounded = Math.round(Math.max(-1, Math.min(1, score)) * 100) / 100;
  const value =
    bounded >= NEUTRAL_BELOW ? 'positive' : bounded <= -NEUTRAL_BELOW ? 'negative' : 'neutral';
  return { sentiment: { value, score: value === 'neutral' ? 0 : bounded }, because };
}

const WISHING = /^(?:id|wed|would|youd|be|ware|waren|serait|seria)$/;
const ASKING =
  /^(?:which|what|how|welche[rsnm]?|was|wie|quel(?:le)?s?|que|cual|qual|quais|como|\?)$/;
const ANSWER_TOKENS_MAX = 12;

/** "Great, thanks!" is praise; "a great tent" and "is it good for kids" are not. */
function isAnswer(
  tokens: readonly Token[],
  start: number,
  end: number,
  { softeners }: Language,
): boolean {
  const [before, after] = [tokens[start - 1], tokens[end]];
  if (tokens.length > ANSWER_TOKENS_MAX || tokens.some(({ key }) => ASKING.test(key))) return false;
  if (WISHING.test(before?.key ?? '')) return false;
  const isBeforeNoun = after?.kind === 'word';
  const isAfterArticle =
    before?.kind === 'word' &&
    softeners.has(before.key) &&
    !/^(?:very|really|so|pretty|that)$/.test(before.key);
  return !isBeforeNoun && !isAfterArticle;
}

function isNegated(
  tokens: readonly Token[],
  start: number,
  { negators, softeners }: Language,
): boolean {
  for (let at = start - 1; at >= Math.max(0, start - NEGATION_WORDS_MAX); at--) {
    const token = tokens[at];
    if (token?.kind !== 'word') return false;
    if (negators.has(token.key)) return true;
    if (!softeners.has(token.key)) return false;
  }
  return false;
}
