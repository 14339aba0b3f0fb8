import { type Amount, findAmounts } from './amounts.ts';
import type { Language } from './language.ts';
import { matchAt, matchBefore, type Phrases, type Span } from './phrases.ts';
import type { Price } from './signals.ts';
import { type Token, textOf } from './tokens.ts';

export type FoundPrice = { readonly price: Price; readonly because: readonly string[] };

type Bound = Span & Price;

/**
 * Price bounds that a message states. A later bound replaces an earlier one of the same side.
 * `isShopping` says that the talk is of something to buy: then a bare number after "under" is a price.
 * No word in `spans` is part of a keyword.
 */
export function findPrice(
  tokens: readonly Token[],
  language: Language,
  isShopping: boolean,
): { readonly found: FoundPrice | undefined; readonly spans: readonly Span[] } {
  const amounts = findAmounts(tokens, language);
  const hasMoney = amounts.some(({ isMoney }) => isMoney);
  const bounds = readBounds({ tokens, language, isShopping, hasMoney }, amounts);
  const spans = [...bounds, ...amounts.filter(({ isMoney }) => isMoney)];
  if (bounds.length === 0) return { found: undefined, spans };
  const { price, because } = join(bounds, tokens);
  const { min, max } = price;
  // "for about 50 bucks, 80 at most": the same currency.
  const currency =
    price.currency ?? amounts.find((amount) => amount.currency !== undefined)?.currency;
  const ordered: Price = {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(currency === undefined ? {} : { currency }),
  };
  return { found: { price: ordered, because }, spans };
}

function readBounds(talk: Talk, amounts: readonly Amount[]): readonly Bound[] {
  const bounds: Bound[] = [];
  for (let index = 0; index < amounts.length; index++) {
    const [amount, next] = [amounts[index], amounts[index + 1]];
    if (amount === undefined) break;
    const range = next && rangeOf(talk, amount, next);
    if (range !== undefined) index++;
    const bound = range ?? boundOf(talk, amount);
    if (bound !== undefined && !isTold(talk, bound)) bounds.push(bound);
  }
  return bounds;
}

function join(bounds: readonly Bound[], tokens: readonly Token[]): FoundPrice {
  let price: Price = {};
  let because: string[] = [];
  for (const { start, end, ...bound } of bounds) {
    const next = { ...price, ...bound };
    const isContradiction = (next.min ?? 0) > (next.max ?? Number.POSITIVE_INFINITY);
    price = isContradiction ? bound : next;
    because = [...(isContradiction ? [] : because), textOf(tokens, start, end)];
  }
  return { price, because };
}

/** What a message is, for the rules about the amounts in it. */
export type Talk = {
  readonly tokens: readonly Token[];
  readonly language: Language;
  readonly isShopping: boolean;
  /** Some amount has a currency. */
  readonly hasMoney: boolean;
};

/** "between 50 and 80", "10-20 dollars". */
function rangeOf(talk: Talk, low: Amount, high: Amount): (Span & Price) | undefined {
  const { tokens, isShopping } = talk;
  const { price } = talk.language;
  const between = matchBefore(price.between, tokens, low.start);
  const links = (list: Phrases) => matchAt(list, tokens, low.end)?.end === high.start;
  const isNightly = matchAt(price.per, tokens, high.end) !== undefined;
  const isMoney = low.isMoney || high.isMoney || (isShopping && (high.isScaled || isNightly));
  const isLinked = (between !== undefined && links(price.and)) || (isMoney && links(price.to));
  if (!isLinked || !(isMoney || isShopping) || isCount(tokens, high)) return undefined;
  const lowValue = low.value * sharedScale(talk, low, high);
  const currency = low.currency ?? high.currency;
  return {
    start: between?.start ?? low.start,
    end: high.end,
    min: Math.min(lowValue, high.value),
    max: Math.max(lowValue, high.value),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** "10-20k", "two to three hundred": what the second is counted in holds for the first. */
function sharedScale({ tokens, language }: Talk, low: Amount, high: Amount): number {
  const keys = [tokens[high.end - 1]?.key ?? '', tokens[high.end - 2]?.key ?? ''];
  const scale = keys.map((key) => language.multipliers[key]).find((times) => times !== undefined);
  return scale !== undefined && low.value * scale <= high.value ? scale : 1;
}

/** A cue that holds whatever is said about the amount is firm: "under about 100" is a bound, "a budget of about 100" none. */
type Cue = Span & { readonly side: 'min' | 'max'; readonly isFirm: boolean };

function boundOf(talk: Talk, amount: Amount): (Span & Price) | undefined {
  const cue = cueAfter(talk, amount) ?? cueBefore(talk, amount);
  if (cue === undefined) return undefined;
  if (!amount.isMoney && !isBarePrice(talk, amount, cue)) return undefined;
  if (!cue.isFirm && isAbout(talk, amount)) return undefined;
  return {
    start: Math.min(cue.start, amount.start),
    end: Math.max(cue.end, amount.end),
    [cue.side]: amount.value,
    ...(amount.currency === undefined ? {} : { currency: amount.currency }),
  };
}

function cueAfter({ tokens, language: { price } }: Talk, amount: Amount): Cue | undefined {
  const comma = tokens[amount.end]?.text === ',' ? 1 : 0;
  const start = matchAt(price.per, tokens, amount.end)?.end ?? amount.end + comma;
  const max = matchAt(price.maxAfter, tokens, start);
  if (max !== undefined && !leadsAnother(tokens, max.end))
    return { ...max, side: 'max', isFirm: true };
  const min = matchAt(price.minAfter, tokens, start);
  if (min === undefined || leadsAnother(tokens, min.end)) return undefined;
  return { ...min, side: 'min', isFirm: true };
}

/** "$20, at least $10": the cue belongs to the amount behind it. */
function leadsAnother(tokens: readonly Token[], end: number): boolean {
  const kind = tokens[end]?.kind;
  return kind === 'number' || kind === 'currency';
}

const FILLERS_MAX = 3;

function cueBefore(talk: Talk, amount: Amount): Cue | undefined {
  const { tokens, language } = talk;
  const { price } = language;
  for (let end = amount.start; end > 0 && end >= amount.start - FILLERS_MAX; end--) {
    const max = matchBefore(price.max, tokens, end);
    const min = matchBefore(price.min, tokens, end);
    const isMax = (max?.start ?? end) <= (min?.start ?? end);
    const cue = isMax ? max : min;
    if (cue !== undefined) {
      const isFlipped = isNegated(talk, cue.start);
      return { ...cue, side: isMax === isFlipped ? 'min' : 'max', isFirm: true };
    }
    const budget =
      matchBefore(price.budget, tokens, end) ??
      (amount.isMoney ? matchBefore(price.have, tokens, end) : undefined);
    if (budget !== undefined) return { ...budget, side: 'max', isFirm: false };
    const filler = tokens[end - 1];
    if (filler === undefined || !(language.fillers.has(filler.key) || filler.text === '.'))
      return undefined;
  }
  return undefined;
}

const NEGATION_WORDS_MAX = 5;

/** "I don't want to spend more than": a negator before the cue, and nothing but small words between. */
function isNegated({ tokens, language: { negators, stop } }: Talk, cueStart: number): boolean {
  for (let at = cueStart - 1; at >= Math.max(0, cueStart - NEGATION_WORDS_MAX); at--) {
    const token = tokens[at];
    if (token === undefined || token.kind !== 'word') return false;
    if (negators.has(token.key)) return true;
    if (!stop.has(token.key)) return false;
  }
  return false;
}

function isAbout({ tokens, language: { price } }: Talk, amount: Amount): boolean {
  for (let end = amount.start; end >= Math.max(1, amount.start - 2); end--) {
    if (matchBefore(price.about, tokens, end) !== undefined) return true;
  }
  return matchAt(price.aboutAfter, tokens, amount.end) !== undefined;
}

const BARE_PRICE_MIN = 5;

/**
 * A number without a currency is a price after "under"; after "over" only beside another that has one;
 * and never if it counts things or is a year of these days.
 */
function isBarePrice(
  { tokens, isShopping, hasMoney }: Talk,
  amount: Amount,
  { side }: Cue,
): boolean {
  if (!isShopping || (side === 'min' && !hasMoney) || isCount(tokens, amount)) return false;
  const text = tokens[amount.start]?.text ?? '';
  return !/^20[12]\d$/.test(text) && amount.value >= BARE_PRICE_MIN;
}

const NO_PLURAL = /^(?:please|plus|tops|pls|plz|thanks|this|does|always)$/;

/** "up to 300 pages": a plural follows that number. */
function isCount(tokens: readonly Token[], { end, isMoney }: Amount): boolean {
  const after = tokens[end];
  return (
    !isMoney && after?.kind === 'word' && /..[^s]s$/.test(after.key) && !NO_PLURAL.test(after.key)
  );
}

const TOLD_WORDS_MAX = 6;

/** "I paid over $80": a price that was, not one that is wished for. */
function isTold({ tokens, language: { price } }: Talk, { start }: Span): boolean {
  for (let at = start - 1; at >= Math.max(0, start - TOLD_WORDS_MAX); at--) {
    if (tokens[at]?.kind === 'break') return false;
    if (matchAt(price.told, tokens, at) !== undefined) return true;
  }
  return false;
}
