import type { Language } from './language.ts';
import type { Meant } from './meaning.ts';
import { comparativeAt, isPhrase, type NounPhrase } from './noun-phrases.ts';
import { matchAt, matchBefore, type Span } from './phrases.ts';
import type { Token } from './tokens.ts';

const SOFTENERS_MAX = 4;

/** Where the articles and small adjectives before a phrase begin. */
function beforeSofteners(tokens: readonly Token[], start: number, { softeners }: Language): number {
  let at = start;
  while (at > 0 && start - at < SOFTENERS_MAX && softeners.has(tokens[at - 1]?.key ?? '')) at--;
  return at;
}

/** The request nearest before a phrase; one that is not mild goes first. */
function requestBefore(
  tokens: readonly Token[],
  start: number,
  language: Language,
): Span | undefined {
  const first = beforeSofteners(tokens, start, language);
  let mild: Span | undefined;
  for (let end = start; end >= first; end--) {
    const request = matchBefore(language.request, tokens, end);
    if (request === undefined) continue;
    if (!isMild(tokens, request, language)) return request;
    mild ??= request;
  }
  return mild;
}

function isMild(tokens: readonly Token[], { start, end }: Span, { mild }: Language): boolean {
  return end - start === 1 && mild.has(tokens[start]?.key ?? '');
}

const NEGATION_WORDS_MAX = 3;

/** "not Nike", "no leather", "I don't like wool". */
function isNegated(tokens: readonly Token[], { start }: NounPhrase, language: Language): boolean {
  if (isTakenBack(tokens, start, language)) return true;
  // "we still have no photographer" asks for one.
  const request = requestBefore(tokens, start, language);
  if (request !== undefined && language.negators.has(tokens[request.end - 1]?.key ?? ''))
    return false;
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

/** "not looking for a laptop", "anything but boots"; but "can't find a laptop" is a wish. */
function isTakenBack(tokens: readonly Token[], start: number, language: Language): boolean {
  const first = beforeSofteners(tokens, start, language);
  for (let end = start; end >= first; end--) {
    if (matchBefore(language.excludes, tokens, end) !== undefined) return true;
  }
  const request = requestBefore(tokens, start, language);
  if (request === undefined || FOUND_NOWHERE.test(tokens[request.start]?.key ?? '')) return false;
  return language.negators.has(tokens[request.start - 1]?.key ?? '');
}

const FOUND_NOWHERE =
  /^(?:find|get|which|what|any|best|good|un|une|des|una|um|uma|umas|uns|unos|unas|uno|dei|delle|degli|qualche|quale|che|mir)$/;

/** "una almohada viscoelástica o *de plumas*": which one of the things, and no other thing. */
function isOtherKind(
  tokens: readonly Token[],
  start: number,
  { joiners, comparing, head }: Language,
): boolean {
  if (head === 'last' || !joiners.has(tokens[start - 1]?.key ?? '')) return false;
  const before = tokens[start - 2];
  return before?.kind === 'break' || comparing.or.has(before?.key ?? '');
}

/** "headphones with a cable or *bluetooth*": compared, and no thing by itself. */
function isOnlyKind({ topic, head }: NounPhrase, { isDescribing }: Language): boolean {
  return topic === undefined && isDescribing(head);
}

/**
 * Why a noun phrase counts: someone asks for it, weighs it against another, writes nothing but it, or
 * it names something sold.
 */
export type Wanted = Meant & {
  readonly because: 'asked' | 'compared' | 'fragment' | 'known';
  readonly sentence: number;
  /** Nothing but a comma, "and" and the like is between it and the thing before: "a tent, *poles* and *gloves*". */
  readonly isNext: boolean;
};

/** What a chat is asked for and no shop sells: "a name for my cat". */
export function isAskedForText(
  tokens: readonly Token[],
  phrases: readonly NounPhrase[],
  language: Language,
): boolean {
  return phrases.some((phrase) => isUnsold(phrase, language) && isAsked(tokens, phrase, language));
}

/** Of one message; the last are kept. */
const WANTED_MAX = 20;

/** Beside nothing better: nouns that no list knows, behind an article or the like. */
export function findMentioned(
  tokens: readonly Token[],
  phrases: readonly Meant[],
  language: Language,
): readonly Wanted[] {
  return phrases
    .filter(
      (phrase) =>
        (language.softeners.has(tokens[phrase.start - 1]?.key ?? '') ||
          requestBefore(tokens, phrase.start, language) !== undefined) &&
        !VERB.test(phrase.head) &&
        !isNoThing(phrase, language) &&
        !isNegated(tokens, phrase, language) &&
        !isAfterPreposition(tokens, phrase.start, language),
    )
    .slice(0, 1)
    .map((phrase) => ({ ...phrase, because: 'known', sentence: 0, isNext: false }));
}

export function findWanted(
  tokens: readonly Token[],
  phrases: readonly Meant[],
  language: Language,
  hasPrice: boolean,
): readonly Wanted[] {
  const sentences = sentenceNumbers(tokens);
  const hasGift = phrases.some(({ topic }) => topic === 'gifts');
  const wanted: Wanted[] = [];
  for (const phrase of phrases) {
    if (isNoThing(phrase, language) || isNegated(tokens, phrase, language)) continue;
    const sentence = sentences[phrase.start] ?? 0;
    const because =
      hasGift && isLiked(tokens, phrase, language)
        ? 'asked'
        : reasonOf(tokens, phrase, phrases, language, hasPrice);
    if (because === undefined || isOtherKind(tokens, phrase.start, language)) continue;
    const isDescription =
      because === 'known' &&
      (wanted.some((other) => other.sentence === sentence) ||
        hasReference(tokens, phrase.start, sentences, language)) &&
      isAfterPreposition(tokens, phrase.start, language);
    if (isDescription) continue;
    // A hobby that merely begins a message is not asked for.
    const isHobby = because === 'fragment' && phrase.topic === undefined && phrase.hasShops;
    const isKind = because === 'compared' && isOnlyKind(phrase, language);
    const keyword = isHobby || isKind ? undefined : phrase.keyword;
    wanted.push({
      ...phrase,
      keyword,
      because,
      sentence,
      isNext: isNext(tokens, wanted.at(-1), phrase, language),
    });
  }
  return wanted.slice(-WANTED_MAX);
}

/** "a gift for somebody *into yoga*": what is wanted has to do with it. */
function isLiked(tokens: readonly Token[], { start }: NounPhrase, language: Language): boolean {
  const first = beforeSofteners(tokens, start, language);
  return matchBefore(language.interests, tokens, first) !== undefined;
}

/** "*the one* with the longest battery life" speaks of the thing before. */
function hasReference(
  tokens: readonly Token[],
  end: number,
  sentences: readonly number[],
  { references, prepositions, numberOf }: Language,
): boolean {
  return tokens.some(
    ({ key }, at) =>
      at < end &&
      sentences[at] === sentences[end] &&
      references.has(key) &&
      // "with one softbox" counts.
      (!numberOf.has(key) || prepositions.has(tokens[at + 1]?.key ?? '')),
  );
}

function isNext(
  tokens: readonly Token[],
  before: NounPhrase | undefined,
  { start }: NounPhrase,
  language: Language,
): boolean {
  if (before === undefined) return false;
  const first = beforeSofteners(tokens, start, language);
  const { and, or } = language.comparing;
  // "a mat with a strap *and a* block": an article begins the next wish.
  if (first < start && and.has(tokens[first - 1]?.key ?? '')) return true;
  const between = tokens.slice(before.end, first);
  return between.every(({ key, text }) => and.has(key) || or.has(key) || /^[,&+/]$/.test(text));
}

function isAfterPreposition(tokens: readonly Token[], start: number, language: Language): boolean {
  const first = Math.max(0, beforeSofteners(tokens, start, language) - 1);
  return tokens.slice(first, start).some(({ key }) => language.prepositions.has(key));
}

/** People, and what a chat gives and no shop sells. */
function isNoThing(phrase: NounPhrase, language: Language): boolean {
  const isPerson = language.people.has(phrase.head) && !isListedPhrase(phrase);
  return isPerson || isUnsold(phrase, language);
}

/** "trail runners" are shoes. */
function isListedPhrase({ unit, topic }: NounPhrase): boolean {
  return topic !== undefined && unit !== undefined && isPhrase(unit);
}

function isUnsold({ head, topic, wordCount }: NounPhrase, { notGoods }: Language): boolean {
  return notGoods.has(head) && (topic === undefined || wordCount === 1);
}

function reasonOf(
  tokens: readonly Token[],
  phrase: NounPhrase,
  all: readonly NounPhrase[],
  language: Language,
  hasPrice: boolean,
): Wanted['because'] | undefined {
  if (isCompared(tokens, phrase, all, language)) return 'compared';
  if (isAsked(tokens, phrase, language)) return 'asked';
  if (isFragment(tokens, phrase, language, hasPrice)) return 'fragment';
  return phrase.topic === undefined ? undefined : 'known';
}

function isAsked(tokens: readonly Token[], phrase: NounPhrase, language: Language): boolean {
  const request = requestBefore(tokens, phrase.start, language);
  if (request === undefined) return false;
  const isClear = !isMild(tokens, request, language);
  const isDescription = language.prepositions.has(tokens[request.start - 1]?.key ?? '');
  // "une tente avec un auvent" asks for the tent.
  if (phrase.topic !== undefined) return isClear || !isDescription;
  if (phrase.wordCount === 1 && VERB.test(phrase.head)) return false;
  // "des taches noires": what the lexicon knows as no thing is none behind an article either.
  const isKnownOther = phrase.unit !== undefined && language.head === 'first';
  const isNoun = phrase.wordCount > 1 || isGermanNoun(tokens[phrase.start], language);
  return isClear || (isNoun && !isDescription && !isKnownOther);
}

const NOUN_LENGTH_MIN = 8;

/** Nouns are capitalised or long where compounds are written as one word. */
function isGermanNoun(token: Token | undefined, { hasCompounds }: Language): boolean {
  return (
    hasCompounds && (token?.isCapitalised === true || (token?.key.length ?? 0) >= NOUN_LENGTH_MIN)
  );
}

/** "kindle or kobo", "between a gas grill and a charcoal grill". */
function isCompared(
  tokens: readonly Token[],
  phrase: NounPhrase,
  all: readonly NounPhrase[],
  language: Language,
): boolean {
  const { or, between, and } = language.comparing;
  const before = beforeSofteners(tokens, phrase.start, language) - 1;
  const [keyBefore, keyAfter] = [tokens[before]?.key ?? '', tokens[phrase.end]?.key ?? ''];
  const follows = all.some(
    ({ start }) => beforeSofteners(tokens, start, language) === phrase.end + 1,
  );
  const other = all.find(({ end }) => end === before);
  if (or.has(keyBefore) && other !== undefined) return true;
  if (or.has(keyAfter) && (follows || phrase.topic !== undefined)) return true;
  if (matchBefore(language.against, tokens, before + 1) !== undefined) return true;
  if (between.has(keyBefore) && and.has(keyAfter) && follows) return true;
  if (and.has(keyBefore) && other !== undefined) {
    return between.has(tokens[beforeSofteners(tokens, other.start, language) - 1]?.key ?? '');
  }
  if (comparativeAt(tokens, before, language)) return true;
  // "is Sony better than Bose": the last thing named before the comparative.
  const than = tokens.findIndex(
    (_, at) =>
      at >= phrase.end &&
      (comparativeAt(tokens, at, language) || matchAt(language.against, tokens, at) !== undefined),
  );
  return than !== -1 && all.findLast(({ end }) => end <= than) === phrase;
}

const VERB = /(?:ed|ing|ly)$/;
const FRAGMENT_TOKENS_MAX = 14;

/** A message like a search: "cordless vacuum, pet hair". */
function isFragment(
  tokens: readonly Token[],
  { start, end, head, topic, wordCount }: NounPhrase,
  language: Language,
  hasPrice: boolean,
): boolean {
  if (beforeSofteners(tokens, start, language) !== 0 || isLong(tokens, end)) return false;
  // "my toddler refuses to nap" is a report.
  if (topic === undefined && language.definite.has(tokens[0]?.key ?? '')) return false;
  const after = tokens[end];
  const { about, max, min, between } = language.price;
  const endsThere =
    after === undefined ||
    after.kind !== 'word' ||
    language.prepositions.has(after.key) ||
    language.negators.has(after.key) ||
    // "colchón de 150"
    language.joiners.has(after.key) ||
    [about, max, min, between].some((cues) => matchAt(cues, tokens, end) !== undefined);
  return endsThere && (topic !== undefined || ((wordCount > 1 || hasPrice) && !VERB.test(head)));
}

/** Of a message with several sentences the first tells, and of a long one the first clause, if it says what for. */
function isLong(tokens: readonly Token[], end: number): boolean {
  const clause = lengthUpTo(tokens, /./s);
  const isDescribed = tokens[end]?.kind === 'word' && clause <= FRAGMENT_TOKENS_MAX;
  return !isDescribed && lengthUpTo(tokens, /[.!?\n;]/) > FRAGMENT_TOKENS_MAX;
}

function lengthUpTo(tokens: readonly Token[], sign: RegExp): number {
  const end = tokens.findIndex(({ kind, text }) => kind === 'break' && sign.test(text));
  return end === -1 ? tokens.length : end;
}

function sentenceNumbers(tokens: readonly Token[]): readonly number[] {
  let sentence = 0;
  return tokens.map(({ kind, text }) =>
    kind === 'break' && /[.!?\n;]/.test(text) ? sentence++ : sentence,
  );
}
