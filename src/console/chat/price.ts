import { UNITS } from './lexicon.ts';

export type PriceBounds = {
  readonly min?: number;
  readonly max?: number;
  readonly currency: 'USD' | 'EUR' | 'GBP';
  /** The words it was read from. */
  readonly because: string;
};

const AMOUNT = String.raw`(?:(?<sign>[$€£])\s?)?(?<number>\d[\d,]*(?:\.\d+)?)(?<thousand>k)?\b(?<unit>\s?(?:dollars?|usd|bucks|euros?|eur|pounds?|gbp|€|£))?`;
const amount = (n: number) => AMOUNT.replaceAll(/\?<(\w+)>/g, `?<$1${n}>`);

/** In the order in which they are tried; `bare` amounts need no currency beside them. */
const RULES: readonly { readonly pattern: RegExp; readonly kind: Kind; readonly bare: boolean }[] =
  [
    rule(`between\\s+${amount(1)}\\s+(?:and|to)\\s+${amount(2)}`, 'range', true),
    rule(`${amount(1)}\\s*(?:-|–|to)\\s*${amount(2)}`, 'range', false),
    rule(
      `(?:under|below|less than|up to|at most|no more than|not more than|max(?:imum)?(?: of)?|cheaper than|within|budget(?: is| of)?:?)\\s+${amount(1)}`,
      'max',
      true,
    ),
    rule(`${amount(1)}\\s+(?:or less|max(?:imum)?|tops|budget|at most)`, 'max', true),
    rule(
      `(?:over|above|more than|at least|from|min(?:imum)?(?: of)?|starting at)\\s+${amount(1)}`,
      'min',
      false,
    ),
    rule(`${amount(1)}\\s+(?:or more|and up|minimum)`, 'min', false),
    rule(`(?:around|about|roughly|approximately|~)\\s*${amount(1)}`, 'around', false),
  ];

type Kind = 'range' | 'max' | 'min' | 'around';

function rule(pattern: string, kind: Kind, bare: boolean) {
  return { pattern: new RegExp(pattern, 'i'), kind, bare };
}

/** "About" allows a fifth on either side. */
const AROUND_SHARE = 0.2;

/** The price bounds in a sentence, by the first rule that matches. */
export function findPrice(text: string): PriceBounds | undefined {
  for (const { pattern, kind, bare } of RULES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const groups = match.groups ?? {};
    const hasCurrency = ['sign1', 'unit1', 'sign2', 'unit2'].some((name) => groups[name]);
    if (!hasCurrency && (!bare || isMeasure(text.slice(match.index + match[0].length)))) continue;
    const first = amountOf(groups, 1);
    const second = groups.number2 === undefined ? first : amountOf(groups, 2);
    return { ...boundsOf(kind, first, second), currency: currencyOf(groups), because: match[0] };
  }
  return undefined;
}

function boundsOf(kind: Kind, first: number, second: number): { min?: number; max?: number } {
  switch (kind) {
    case 'range':
      return { min: Math.min(first, second), max: Math.max(first, second) };
    case 'max':
      return { max: first };
    case 'min':
      return { min: first };
    case 'around':
      return {
        min: Math.round(first * (1 - AROUND_SHARE)),
        max: Math.round(first * (1 + AROUND_SHARE)),
      };
  }
}

function isMeasure(rest: string): boolean {
  const found = UNITS.exec(rest);
  return found !== null && rest.slice(0, found.index).trim() === '';
}

function amountOf(groups: Readonly<Record<string, string | undefined>>, n: 1 | 2): number {
  const value = Number((groups[`number${n}`] ?? '').replaceAll(',', ''));
  return groups[`thousand${n}`] === undefined ? value : value * 1000;
}

function currencyOf(groups: Readonly<Record<string, string | undefined>>): PriceBounds['currency'] {
  const written = `${groups.sign1 ?? ''}${groups.unit1 ?? ''}${groups.sign2 ?? ''}${groups.unit2 ?? ''}`;
  if (/€|eur/i.test(written)) return 'EUR';
  return /£|pound|gbp/i.test(written) ? 'GBP' : 'USD';
}
