import { type Amount, findAmounts } from './amounts.ts';
import { boundOf, isTold, rangeOf, type Span, type Talk } from './bounds.ts';
import type { Language } from './languages/language.ts';
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
