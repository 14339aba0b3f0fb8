import type { Language } from './languages/language.ts';
import type { NounPhrase } from './noun-phrases.ts';
import { matchAt, matchBefore } from './phrases.ts';
import type { Token } from './tokens.ts';

/**
 * Why a noun phrase counts: someone asks for it, weighs it against another, writes nothing but it, or
 * it names something sold.
 */
export type Wanted = NounPhrase & {
  readonly because: 'asked' | 'compared' | 'fragment' | 'known';
  readonly sentence: number;
};

/** What a chat is asked for and no shop sells: "a name for my cat". */
export function isAskedForText(
  tokens: readonly Token[],
  phrases: readonly NounPhrase[],
  language: Language,
): boolean {
  return phrases.some((phrase) => isUnsold(phrase, language) && isAsked(tokens, phrase, language));
}

export function findWanted(
  tokens: readonly Token[],
  phrases: readonly NounPhrase[],
  language: Language,
): readonly Wanted[] {
  const sentences = sentenceNumbers(tokens);
  const wanted: Wanted[] = [];
  for (const phrase of phrases) {
    if (isNoThing(phrase, language) || isNegated(tokens, phrase, language)) continue;
    const sentence = sentences[phrase.start] ?? 0;
    const because = reasonOf(tokens, phrase, phrases, language);
    if (because === undefined) continue;
    const isDescription =
      because === 'known' &&
      wanted.some((other) => other.sentence === sentence) &&
      language.prepositions.has(
        tokens[beforeSofteners(tokens, phrase.start, language) - 1]?.key ?? '',
      );
    if (!isDescription) wanted.push({ ...phrase, because, sentence });
  }
  return wanted;
}

/** People, and what a chat gives and no shop sells. */
function isNoThing(phrase: NounPhrase, language: Language): boolean {
  return language.people.has(phrase.head) || isUnsold(phrase, language);
}

function isUnsold({ head, topic, wordCount }: NounPhrase, { notGoods }: Language): boolean {
  return notGoods.has(head) && (topic === undefined || wordCount === 1);
}

function reasonOf(
  tokens: readonly Token[],
  phrase: NounPhrase,
  all: readonly NounPhrase[],
  language: Language,
): Wanted['because'] | undefined {
  if (isCompared(tokens, phrase, all, language)) return 'compared';
  if (isAsked(tokens, phrase, language)) return 'asked';
  if (isFragment(tokens, phrase, language)) return 'fragment';
  return phrase.topic === undefined ? undefined : 'known';
}

const SOFTENERS_MAX = 4;

/** Where the articles and small adjectives before a phrase begin. */
function beforeSofteners(tokens: readonly Token[], start: number, { softeners }: Language): number {
  let at = start;
  while (at > 0 && start - at < SOFTENERS_MAX && softeners.has(tokens[at - 1]?.key ?? '')) at--;
  return at;
}

function isAsked(tokens: readonly Token[], { start }: NounPhrase, language: Language): boolean {
  const first = beforeSofteners(tokens, start, language);
  for (let end = start; end >= first; end--) {
    if (matchBefore(language.request, tokens, end) !== undefined) return true;
  }
  return false;
}

/** "kindle or kobo", "between a gas grill and a charcoal grill". */
function isCompared(
  tokens: readonly Token[],
  phrase: NounPhrase,
  all: readonly NounPhrase[],
  language: Language,
): boolean {
  const before = beforeSofteners(tokens, phrase.start, language) - 1;
  if (language.or.has(tokens[before]?.key ?? '') && all.some(({ end }) => end === before))
    return true;
  if (!language.or.has(tokens[phrase.end]?.key ?? '')) return false;
  return all.some(({ start }) => beforeSofteners(tokens, start, language) === phrase.end + 1);
}

const FRAGMENT_TOKENS_MAX = 14;

/** A message like a search: "cordless vacuum, pet hair". */
function isFragment(
  tokens: readonly Token[],
  { start, end, topic, wordCount }: NounPhrase,
  language: Language,
): boolean {
  if (tokens.length > FRAGMENT_TOKENS_MAX || beforeSofteners(tokens, start, language) !== 0)
    return false;
  const after = tokens[end];
  const { about, max, min, between } = language.price;
  const endsThere =
    after === undefined ||
    after.kind !== 'word' ||
    language.prepositions.has(after.key) ||
    [about, max, min, between].some((cues) => matchAt(cues, tokens, end) !== undefined);
  return endsThere && (topic !== undefined || wordCount > 1);
}

const NEGATION_WORDS_MAX = 3;

/** "not Nike", "no leather", "I don't like wool". */
function isNegated(tokens: readonly Token[], { start }: NounPhrase, language: Language): boolean {
  let hasWish = false;
  for (let at = start - 1; at >= Math.max(0, start - 1 - NEGATION_WORDS_MAX); at--) {
    const key = tokens[at]?.key ?? '';
    // "doesn't have", "can't find": only wishes are taken back by a verb.
    if (language.negators.has(key))
      return hasWish || !/(?:nt|not|never|hing)$/.test(key) || key === 'not';
    if (!language.wishes.has(key)) return false;
    hasWish ||= /^(?:want|like|need|prefer|use)$/.test(key);
  }
  return false;
}

function sentenceNumbers(tokens: readonly Token[]): readonly number[] {
  let sentence = 0;
  return tokens.map(({ kind, text }) =>
    kind === 'break' && /[.!?\n;]/.test(text) ? sentence++ : sentence,
  );
}
