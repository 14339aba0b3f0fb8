import { type Amount, amountAt } from './amounts.ts';
import type { Language } from './languages/language.ts';
import { matchAt, matchBefore, type Phrases } from './phrases.ts';
import type { Price } from './signals.ts';
import { type Token, textOf } from './tokens.ts';

export type FoundPrice = {
  readonly price: Price;
  readonly because: readonly string[];
};

/** The tokens of an amount and of the words that belong to it. None of them is part of a keyword. */
export type Span = { readonly start: number; readonly end: number };

type Bound = Span & { readonly min?: number; readonly max?: number; readonly currency?: string };

/**
 * Price bounds that a message states. A later bound replaces an earlier one of the same side.
 * `isShopping` says that the talk is of something to buy: then a bare number after "under" is a price.
 */
export function findPrice(
  tokens: readonly Token[],
  language: Language,
  isShopping: boolean,
): { readonly found: FoundPrice | undefined; readonly spans: readonly Span[] } {
  const amounts = findAmounts(tokens, language);
  const bounds = readBounds(tokens, amounts, language, isShopping);
  const spans = [...bounds, ...amounts.filter(({ isMoney }) => isMoney)];
  if (bounds.length === 0) return { found: undefined, spans };
  const currency = amounts.find((amount) => amount.currency !== undefined)?.currency;
  const found = join(bounds, tokens);
  // "for about 50 bucks, 80 at most": the same currency.
  return {
    found: currency === undefined ? found : { ...found, price: { currency, ...found.price } },
    spans,
  };
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

function findAmounts(tokens: readonly Token[], language: Language): readonly Amount[] {
  const amounts: Amount[] = [];
  for (let at = 0; at < tokens.length; ) {
    const amount = amountAt(tokens, at, language);
    if (amount !== undefined && isPossible(tokens, amount, language)) amounts.push(amount);
    at = amount?.end ?? at + 1;
  }
  return amounts;
}

/** Sizes, ages, years, counts, percentages and telephone numbers are no prices. */
function isPossible(tokens: readonly Token[], amount: Amount, { price }: Language): boolean {
  const [before, after] = [tokens[amount.start - 1], tokens[amount.end]];
  if (after?.kind === 'number' || before?.kind === 'number') return false;
  if (after !== undefined && /^[%"″”°×]$/.test(after.text) && after.isGlued) return false;
  if (/^(?:off|discount|rabatt|cashback|remise|descuento)$/.test(after?.key ?? '')) return false;
  if (amount.isMoney) return !isWeight(tokens, amount);
  if (after?.kind === 'word' && price.units.has(after.key)) return false;
  if (after?.kind === 'word' && after.isGlued && after.key !== 'ish') return false;
  if (after?.text === '-' && tokens[amount.end + 1]?.kind === 'word') return false;
  return before === undefined || matchBefore(price.labels, tokens, amount.start) === undefined;
}

/** "less than 4 pounds" beside words of weight. */
function isWeight(tokens: readonly Token[], amount: Amount): boolean {
  return (
    /^(?:pounds?|libras|pfund)$/.test(tokens[amount.end - 1]?.key ?? '') &&
    tokens.some(({ key }) =>
      /^(?:weigh\w*|lose|lost|lbs?|kgs?|heavy|dumbbells?|body|peso|gewicht)$/.test(key),
    )
  );
}

function readBounds(
  tokens: readonly Token[],
  amounts: readonly Amount[],
  language: Language,
  isShopping: boolean,
): readonly Bound[] {
  const bounds: Bound[] = [];
  for (let index = 0; index < amounts.length; index++) {
    const [amount, next] = [amounts[index], amounts[index + 1]];
    if (amount === undefined) break;
    const range = next && rangeOf(tokens, amount, next, language, isShopping);
    if (range !== undefined) index++;
    const bound = range ?? boundOf(tokens, amount, language, isShopping);
    if (bound !== undefined && !isTold(tokens, bound, language)) bounds.push(bound);
  }
  return bounds;
}

function rangeOf(
  tokens: readonly Token[],
  low: Amount,
  high: Amount,
  { price, multipliers }: Language,
  isShopping: boolean,
): Bound | undefined {
  const between = matchBefore(price.between, tokens, low.start);
  const links = (list: Phrases) => matchAt(list, tokens, low.end)?.end === high.start;
  const isMoney = low.isMoney || high.isMoney;
  const isRange =
    between === undefined
      ? isMoney && links(price.to)
      : links(price.and) || (isMoney && links(price.to));
  if (!isRange || !(isMoney || isShopping) || isCount(tokens, high)) return undefined;
  // "10-20k": both are thousands.
  const lastKey = tokens[high.end - 1]?.key ?? '';
  const scale = multipliers[lastKey] ?? multipliers[tokens[high.end - 2]?.key ?? ''] ?? 1;
  const isShared = scale > 1 && low.value * scale <= high.value;
  const values = [isShared ? low.value * scale : low.value, high.value] as const;
  const currency = low.currency ?? high.currency;
  return {
    start: between?.start ?? low.start,
    end: high.end,
    min: Math.min(...values),
    max: Math.max(...values),
    ...(currency === undefined ? {} : { currency }),
  };
}

type Cue = Span & { readonly side: 'min' | 'max'; readonly isFirm: boolean };

function boundOf(
  tokens: readonly Token[],
  amount: Amount,
  language: Language,
  isShopping: boolean,
): Bound | undefined {
  const cue = cueAfter(tokens, amount, language) ?? cueBefore(tokens, amount, language);
  if (cue === undefined) return undefined;
  if (!amount.isMoney && !(isShopping && isBarePrice(tokens, amount, cue))) return undefined;
  if (!cue.isFirm && isAbout(tokens, amount, language)) return undefined;
  return {
    start: Math.min(cue.start, amount.start),
    end: Math.max(cue.end, amount.end),
    [cue.side]: amount.value,
    ...(amount.currency === undefined ? {} : { currency: amount.currency }),
  };
}

function cueAfter(tokens: readonly Token[], amount: Amount, { price }: Language): Cue | undefined {
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
  return /^(?:number|currency)$/.test(tokens[end]?.kind ?? '');
}

const FILLERS_MAX = 3;

function cueBefore(tokens: readonly Token[], amount: Amount, language: Language): Cue | undefined {
  const { price } = language;
  for (let end = amount.start; end > 0 && end >= amount.start - FILLERS_MAX; end--) {
    const max = matchBefore(price.max, tokens, end);
    const min = matchBefore(price.min, tokens, end);
    const isMax = (max?.start ?? end) <= (min?.start ?? end);
    const cue = isMax ? max : min;
    if (cue !== undefined) {
      const isFlipped = isNegated(tokens, cue.start, language);
      return { ...cue, side: isMax === isFlipped ? 'min' : 'max', isFirm: true };
    }
    const budget = matchBefore(price.budget, tokens, end);
    if (budget !== undefined) return { ...budget, side: 'max', isFirm: false };
    const have = amount.isMoney ? matchBefore(price.have, tokens, end) : undefined;
    if (have !== undefined) return { ...have, side: 'max', isFirm: false };
    if (!isFiller(tokens[end - 1], language)) return undefined;
  }
  return undefined;
}

function isFiller(token: Token | undefined, { price }: Language): boolean {
  return token !== undefined && (price.fillers.has(token.key) || token.text === '.');
}

const NEGATION_WORDS_MAX = 5;

/** "I don't want to spend more than": a negator before the cue, and nothing but small words between. */
function isNegated(
  tokens: readonly Token[],
  cueStart: number,
  { negators, stop }: Language,
): boolean {
  for (let at = cueStart - 1; at >= Math.max(0, cueStart - NEGATION_WORDS_MAX); at--) {
    const token = tokens[at];
    if (token === undefined || token.kind !== 'word') return false;
    if (negators.has(token.key)) return true;
    if (!stop.has(token.key)) return false;
  }
  return false;
}

function isAbout(tokens: readonly Token[], amount: Amount, { price }: Language): boolean {
  for (let end = amount.start; end >= Math.max(1, amount.start - 2); end--) {
    if (matchBefore(price.about, tokens, end) !== undefined) return true;
  }
  return matchAt(price.aboutAfter, tokens, amount.end) !== undefined;
}

/** A number without a currency is a price after "under", not after "over", and not if it counts things. */
function isBarePrice(tokens: readonly Token[], amount: Amount, cue: Cue): boolean {
  if (cue.side === 'min' || isCount(tokens, amount)) return false;
  const text = tokens[amount.start]?.text ?? '';
  return !/^20[12]\d$/.test(text) && amount.value >= BARE_PRICE_MIN;
}

const BARE_PRICE_MIN = 5;

/** "up to 300 pages": a plural follows that number. */
function isCount(tokens: readonly Token[], { end, isMoney }: Amount): boolean {
  const after = tokens[end];
  return (
    !isMoney &&
    after?.kind === 'word' &&
    /[^s]s$/.test(after.key) &&
    after.key.length > 3 &&
    !/^(?:please|plus|tops|pls|plz|thanks|this|does|always)$/.test(after.key)
  );
}

const TOLD_WORDS_MAX = 6;

/** "I paid over $80": a price that was, not one that is wished for. */
function isTold(tokens: readonly Token[], bound: Bound, { price }: Language): boolean {
  for (let at = bound.start - 1; at >= Math.max(0, bound.start - TOLD_WORDS_MAX); at--) {
    if (tokens[at]?.kind === 'break') return false;
    if (matchAt(price.told, tokens, at) !== undefined) return true;
  }
  return false;
}
