import type { Language } from './language.ts';
import { findComparative } from './noun-phrases.ts';
import { matchAll, type Phrases, type Span } from './phrases.ts';
import { type Funnel, INTENTS, type IntentValue, type Price } from './signals.ts';
import { countSigns } from './signs.ts';
import { type Token, textOf } from './tokens.ts';
import type { Wanted } from './wanted.ts';

export type IntentScores = {
  readonly scores: Readonly<Record<IntentValue, number>>;
  readonly because: Readonly<Record<IntentValue, readonly string[]>>;
};

const STRONG: Readonly<Record<IntentValue, number>> = {
  support_request: 5,
  objection_handling: 5,
  comparison: 5,
  purchase_inquiry: 4,
  information_seeking: 4,
};
const WEAK = 1.5;
/** Many cues of one intent say little more than two. */
const CUES_MAX = 2;

/** What one message of the user says it is after, by the cues in it. */
export function scoreIntents(
  tokens: readonly Token[],
  language: Language,
  wanted: readonly Wanted[],
  talk: {
    readonly hasPrice: boolean;
    readonly hasMoney: boolean;
    readonly isAskedForText: boolean;
    readonly trouble: string | undefined;
    readonly asksAboutOwn: boolean;
  },
): IntentScores {
  const scores = forEach(() => 0);
  const because = forEach<string[]>(() => []);
  const cues = INTENTS.flatMap((value) => {
    const { strong, weak } = language.intents[value];
    return [
      { value, weight: STRONG[value], found: cuesIn(strong, tokens, language, value) },
      { value, weight: WEAK, found: cuesIn(weak, tokens, language, value) },
    ];
  });
  for (const { value, weight, found } of cues) {
    const isCovered = (cue: Span) =>
      cues.some((other) => other.value !== value && other.found.some((one) => covers(one, cue)));
    const own = found.filter((cue) => !isCovered(cue));
    scores[value] += weight * Math.min(CUES_MAX, own.length);
    because[value].push(...own.map(({ start, end }) => textOf(tokens, start, end)));
  }
  const add = (value: IntentValue, weight: number, source: string) => {
    scores[value] += weight;
    because[value].push(source);
  };
  const [asked] = wanted.filter(
    (thing) => thing.because === 'asked' || thing.because === 'fragment',
  );
  if (asked !== undefined && (asked.topic !== undefined || !asked.isAside))
    add('purchase_inquiry', asked.topic === undefined ? 1 : ASKED_THING, asked.text);
  if (talk.hasPrice) scores.purchase_inquiry += PRICE;
  else if (talk.hasMoney && wanted.length > 0) scores.purchase_inquiry += MONEY;
  if (talk.isAskedForText) scores.information_seeking += ASKED_TEXT;
  if (talk.trouble !== undefined) add('support_request', TROUBLE, talk.trouble);
  if (talk.asksAboutOwn) scores.support_request += TROUBLE;
  // Who asks for a thing neither complains of one nor doubts it.
  const isClear =
    asked?.because === 'asked' || talk.hasPrice || scores.comparison >= STRONG.comparison;
  for (const value of isClear ? [] : (['support_request', 'objection_handling'] as const)) {
    const { sum, because: signs } = countSigns(language.signs[value], [tokens]);
    // "my" before the name of a thing that is sold says nothing yet.
    const isOwn = value === 'support_request' && wanted.some(({ topic }) => topic !== undefined);
    if (isOwn ? sum > ONE_SIGN : sum >= ONE_SIGN) add(value, sum * SIGNED[value], signs.join(', '));
  }
  const better = findComparative(tokens, language);
  if (better !== undefined) add('comparison', STRONG.comparison, better);
  const compared = wanted.filter((thing) => thing.because === 'compared');
  const [first, second] = compared;
  if (first !== undefined && second !== undefined)
    add('comparison', STRONG.comparison, `${first.text}, ${second.text}`);
  if (language.questions.has(tokens[0]?.key ?? '')) scores.information_seeking += WEAK;
  const [named] = wanted;
  if (
    named !== undefined &&
    Math.max(...Object.values(scores)) === 0 &&
    !language.definite.has(tokens[named.start - 1]?.key ?? '') &&
    !language.definite.has(tokens[0]?.key ?? '')
  ) {
    add('purchase_inquiry', INDEFINITE_THING, named.text);
  }
  return { scores, because };
}

/** "why does my" says more than the "why does" in it. */
function covers(one: Span, other: Span): boolean {
  return (
    one.start <= other.start &&
    one.end >= other.end &&
    one.end - one.start > other.end - other.start
  );
}

/** What one sign counts that says enough where nothing else is said. */
const ONE_SIGN = 0.6;
const SIGNED = { support_request: 1.8, objection_handling: 4 } as const;
const TROUBLE = 3.5;
const ASKED_THING = 3;
const PRICE = 4;
const MONEY = 2;
const ASKED_TEXT = 5;
const INDEFINITE_THING = 1;

function forEach<T>(make: () => T): Record<IntentValue, T> {
  return {
    support_request: make(),
    objection_handling: make(),
    comparison: make(),
    purchase_inquiry: make(),
    information_seeking: make(),
  };
}

export const NO_INTENT: IntentScores = { scores: forEach(() => 0), because: forEach(() => []) };

/** "not too expensive" is no objection, "don't need" no wish. */
const NEGATABLE: ReadonlySet<IntentValue> = new Set(['purchase_inquiry', 'objection_handling']);

function cuesIn(
  list: Phrases,
  tokens: readonly Token[],
  { negators }: Language,
  value: IntentValue,
): readonly Span[] {
  return matchAll(list, tokens).filter(
    ({ start }) => !NEGATABLE.has(value) || !negators.has(tokens[start - 1]?.key ?? ''),
  );
}

export type Decided = {
  readonly value: IntentValue;
  readonly confidence: number;
  readonly because: readonly string[];
};

const CONFIDENCE_MIN = 0.3;
const CONFIDENCE_MAX = 0.95;

/** The intent with the most cues; of equals, the first in `INTENTS`. Without any, information. */
export function decideIntent({ scores, because }: IntentScores): Decided {
  let value: IntentValue = 'information_seeking';
  for (const candidate of INTENTS) {
    const isAhead =
      scores[candidate] > scores[value] ||
      (scores[candidate] === scores[value] && INTENTS.indexOf(candidate) < INTENTS.indexOf(value));
    if (isAhead && scores[candidate] > 0) value = candidate;
  }
  const others = INTENTS.filter((other) => other !== value).map((other) => scores[other]);
  const share = scores[value] / (scores[value] + Math.max(...others) + 1);
  const confidence = Math.min(CONFIDENCE_MAX, Math.max(CONFIDENCE_MIN, share));
  return { value, confidence: Math.round(confidence * 100) / 100, because: because[value] };
}

/** Scores of an earlier message, in part, for a message that adds to it. */
export function carryOver(now: IntentScores, earlier: IntentScores, share: number): IntentScores {
  const scores = { ...now.scores };
  const because = { ...now.because };
  for (const value of INTENTS) {
    scores[value] += earlier.scores[value] * share;
    because[value] = [...now.because[value], ...earlier.because[value]];
  }
  return { scores, because };
}

/** How near to buying: the intent says it, and the behaviour makes it nearer. */
export function funnelOf(
  intent: IntentValue,
  behaviours: readonly string[],
  price: Price | null,
): Funnel {
  const has = (behaviour: string) => behaviours.includes(behaviour);
  if (intent === 'purchase_inquiry') {
    if (has('ready_to_buy')) return { stage: 'conversion', progress: 0.9 };
    const isConcrete =
      price !== null || has('urgency') || has('deal_seeking') || has('where_to_buy');
    return isConcrete
      ? { stage: 'intent', progress: 0.7 }
      : { stage: 'consideration', progress: 0.5 };
  }
  if (intent === 'comparison' || intent === 'objection_handling') {
    return { stage: 'consideration', progress: 0.4 };
  }
  return { stage: 'awareness', progress: 0.1 };
}
