import { rules } from '../../kit/src/signals/rules.ts';
import type { Price, Signals } from '../../kit/src/signals/signals.ts';
import type { Conversation, JudgedConversation } from './labelled.ts';

/** Of what was found, how much is right; of what is there, how much was found. */
export type Tally = { found: number; right: number; wanted: number; reached: number };

export type Scores = {
  /** The whole set: conversations with the right answer. */
  readonly accuracy: Readonly<Record<string, number>>;
  readonly tallies: Readonly<Record<string, Tally>>;
};

const EXACT = {
  intent: ({ intent }: Signals) => intent?.value ?? '',
  language: ({ language }: Signals) => language,
} as const;
type Exact = keyof typeof EXACT;

export function score(conversations: readonly Conversation[]): Scores {
  const tallies: Record<string, Tally> = {};
  const right: Record<string, number> = {};
  const asked: Record<string, number> = {};
  const count = (name: string, change: Tally) => {
    const tally = tallies[name] ?? { found: 0, right: 0, wanted: 0, reached: 0 };
    tallies[name] = tally;
    for (const key of ['found', 'right', 'wanted', 'reached'] as const) tally[key] += change[key];
  };
  for (const conversation of conversations) {
    const signals = rules(conversation.messages);
    for (const name of Object.keys(EXACT) as Exact[]) {
      const [said, wanted] = [EXACT[name](signals), conversation[name]];
      if (wanted === undefined || (name === 'intent' && isWithoutIntent(conversation))) continue;
      const isRight = said === wanted || (name === 'intent' && isComplaint(said, conversation));
      asked[name] = (asked[name] ?? 0) + 1;
      right[name] = (right[name] ?? 0) + Number(isRight);
      count(`${name}: ${said}`, { found: 1, right: Number(isRight), wanted: 0, reached: 0 });
      count(`${name}: ${wanted}`, { found: 0, right: 0, wanted: 1, reached: Number(isRight) });
    }
    const isPriceRight = samePrice(signals.price, conversation.price);
    right.price = (right.price ?? 0) + Number(isPriceRight);
    asked.price = (asked.price ?? 0) + 1;
    count('price', tallyPrice(signals.price, conversation.price));
    count('keywords', tallyKeywords(signals.keywords, conversation));
    count('wishes', tallyWishes(signals.keywords, conversation));
  }
  const accuracy = Object.fromEntries(
    Object.entries(right).map(([name, times]) => [name, times / (asked[name] ?? 1)]),
  );
  return { accuracy, tallies };
}

function samePrice(a: Price | null, b: Price | null): boolean {
  return a?.min === b?.min && a?.max === b?.max && a?.currency === b?.currency;
}

function tallyPrice(said: Price | null, wanted: Price | null): Tally {
  const isRight = Number(said !== null && samePrice(said, wanted));
  return {
    found: Number(said !== null),
    right: isRight,
    wanted: Number(wanted !== null),
    reached: isRight,
  };
}

function tallyKeywords(said: readonly string[], conversation: Conversation): Tally {
  const { keywords, allowed = [], language } = conversation;
  const isRight = (keyword: string) =>
    [...keywords, ...allowed].some((wanted) => isSameThing(keyword, wanted, language));
  const isReached = (wanted: string) =>
    said.some((keyword) => isSameThing(keyword, wanted, language));
  return {
    found: said.length,
    right: said.filter(isRight).length,
    wanted: keywords.length,
    reached: keywords.filter(isReached).length,
  };
}

/** Of somebody in distress the rules read no intent, and nobody uses one. */
function isWithoutIntent(conversation: Conversation | JudgedConversation): boolean {
  return 'sensitive' in conversation && conversation.sensitive !== null;
}

/** A complaint asks for help and objects to a product: people label it as the one or as the other. */
function isComplaint(said: string, conversation: Conversation | JudgedConversation): boolean {
  const isLabelled = 'why' in conversation && conversation.why === 'complaint';
  return isLabelled && (said === 'support_request' || said === 'objection_handling');
}

/** A wish is found by its own phrase, or by one that would do as well. */
function tallyWishes(said: readonly string[], conversation: Conversation): Tally {
  const { keywords, allowed = [], language } = conversation;
  const isSaid = (phrase: string) => said.some((keyword) => isSameThing(keyword, phrase, language));
  const isServed = allowed.some(isSaid);
  const reached = keywords.filter((wanted) => isServed || isSaid(wanted)).length;
  return { found: 0, right: 0, wanted: keywords.length, reached };
}

const THING_FIRST = new Set(['fr', 'es', 'it', 'pt']);

/** The same phrase up to plurals, or one that ends (where the thing stands first: begins) with the other. */
function isSameThing(a: string, b: string, language: string): boolean {
  const [longer, shorter] = [singular(a), singular(b)].sort((x, y) => y.length - x.length);
  if (longer === undefined || shorter === undefined) return false;
  if (longer === shorter) return true;
  return THING_FIRST.has(language)
    ? longer.startsWith(`${shorter} `)
    : longer.endsWith(` ${shorter}`) || (longer.startsWith(`${shorter} `) && shorter.includes(' '));
}

function singular(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/(?<=[sxh])es$|s$/, '') : word))
    .join(' ');
}

/** Distress that a person reads in a conversation and the rules do not, and the other way round. */
export function scoreDistress(conversations: readonly JudgedConversation[]) {
  const found = (one: JudgedConversation) => rules(one.messages).sensitive?.class === 'crisis';
  const saying = (how: 'outright' | 'hinted') => {
    const all = conversations.filter(({ distress }) => distress === how);
    return { all: all.length, missed: all.filter((one) => !found(one)).length };
  };
  const others = conversations.filter(({ sensitive }) => sensitive === null);
  return {
    outright: saying('outright'),
    hinted: saying('hinted'),
    others: others.length,
    falseAlarms: others.filter(found).length,
  };
}
