import { foldWord } from '../../../src/language/lexicon/fold-word.ts';
import type { Language } from './language.ts';
import { matchBefore } from './phrases.ts';
import type { Token } from './tokens.ts';

/** A number that may be a price, and the tokens it takes up. */
export type Amount = {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** Beside it stands a currency. Its code is unknown for words that several countries use. */
  readonly isMoney: boolean;
  readonly currency?: string;
  /** With "k", "grand" or the like behind it. */
  readonly isScaled: boolean;
};

const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};

/** What stands before a dollar sign: "C$100". */
const DOLLARS: Readonly<Record<string, string>> = {
  us: 'USD',
  c: 'CAD',
  ca: 'CAD',
  a: 'AUD',
  au: 'AUD',
  nz: 'NZD',
  hk: 'HKD',
  s: 'SGD',
  r: 'BRL',
  mx: 'MXN',
  ar: 'ARS',
};

/** An empty code is money of a currency that the word alone does not tell. */
const CURRENCY_WORDS = new Map(
  Object.entries({
    USD: 'usd dollar dollars dolars dollers bucks buck dolares',
    EUR: 'eur euro euros eurs balles pavos',
    GBP: 'gbp pound pounds quid pfund sterling libras',
    CHF: 'chf franken sfr',
    CAD: 'cad',
    AUD: 'aud',
    INR: 'inr rupees rupee rs',
    JPY: 'jpy yen',
    MXN: 'mxn',
    ARS: 'ars',
    CLP: 'clp',
    COP: 'cop',
    PEN: 'soles',
    BRL: 'brl reais contos',
    SEK: 'sek',
    PLN: 'pln zloty',
    '': 'pesos peso kr kronen kronor francs',
  }).flatMap(([code, list]) => list.split(' ').map((word) => [word, code] as const)),
);

/** A sign or a word that stands beside an amount of money. */
export function isCurrency(text: string): boolean {
  return Object.hasOwn(SIGNS, text) || CURRENCY_WORDS.has(foldWord(text));
}

/** Which pesos: "800 pesos *mexicanos*". */
const PESOS: Readonly<Record<string, string>> = {
  mexicanos: 'MXN',
  argentinos: 'ARS',
  chilenos: 'CLP',
  colombianos: 'COP',
  uruguayos: 'UYU',
};

/** Prices above are not for a shop, and whole numbers stay exact. */
const VALUE_MAX = 100_000_000;

export function findAmounts(tokens: readonly Token[], language: Language): readonly Amount[] {
  const amounts: Amount[] = [];
  for (let at = 0; at < tokens.length; ) {
    const amount = amountAt(tokens, at, language);
    if (amount !== undefined && isPossible(tokens, amount, language)) amounts.push(amount);
    at = amount?.end ?? at + 1;
  }
  return amounts;
}

const REDUCTION = /^(?:off|discount|rabatt|cashback|remise|descuento|desconto)$/;

/** Sizes, ages, years, counts, percentages and telephone numbers are no prices. */
function isPossible(tokens: readonly Token[], amount: Amount, { price, units }: Language): boolean {
  const [before, after] = [tokens[amount.start - 1], tokens[amount.end]];
  if (after?.kind === 'number' || before?.kind === 'number') return false;
  if (after !== undefined && /^[%"″”°×]$/.test(after.text) && after.isGlued) return false;
  if (REDUCTION.test(after?.key ?? '')) return false;
  if (amount.isMoney) return !isWeight(tokens, amount);
  if (after?.kind === 'word' && units.has(after.key)) return false;
  if (after?.kind === 'word' && after.isGlued && after.key !== 'ish') return false;
  if (after?.text === '-' && tokens[amount.end + 1]?.kind === 'word') return false;
  return before === undefined || matchBefore(price.labels, tokens, amount.start) === undefined;
}

const WEIGHT = /^(?:weigh\w*|lose|lost|lbs?|kgs?|heavy|dumbbells?|body|peso|gewicht)$/;

/** "less than 4 pounds" beside words of weight. */
function isWeight(tokens: readonly Token[], amount: Amount): boolean {
  const unit = tokens[amount.end - 1]?.key ?? '';
  return /^(?:pounds?|libras|pfund)$/.test(unit) && tokens.some(({ key }) => WEIGHT.test(key));
}

function amountAt(tokens: readonly Token[], at: number, language: Language): Amount | undefined {
  const before = currencyBefore(tokens, at);
  const number = numberAt(tokens, before?.end ?? at, language);
  if (number === undefined || number.value > VALUE_MAX) return undefined;
  const after = currencyAfter(tokens, number.end);
  const currency = before?.currency || after?.currency;
  return {
    start: at,
    end: after?.end ?? number.end,
    value: number.value,
    isMoney: before !== undefined || after !== undefined,
    isScaled: number.isScaled,
    ...(currency ? { currency } : {}),
  };
}

type Currency = { readonly currency: string; readonly end: number };

function currencyBefore(tokens: readonly Token[], at: number): Currency | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined) return undefined;
  const dollars = DOLLARS[first.key];
  if (dollars !== undefined && second?.text === '$' && second.isGlued) {
    return { currency: dollars, end: at + 2 };
  }
  const sign = first.kind === 'currency' ? SIGNS[first.text] : undefined;
  const currency =
    sign ??
    (/^(?:usd|eur|gbp|chf|cad|aud|inr|rs|mxn|ars|brl)$/.test(first.key)
      ? CURRENCY_WORDS.get(first.key)
      : undefined);
  return currency === undefined ? undefined : { currency, end: at + 1 };
}

function currencyAfter(tokens: readonly Token[], at: number): Currency | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const isIn = token.key === 'in' && tokens[at + 1]?.kind === 'word';
  if (isIn && CURRENCY_WORDS.has(tokens[at + 1]?.key ?? '')) return currencyAfter(tokens, at + 1);
  const currency = token.kind === 'currency' ? SIGNS[token.text] : CURRENCY_WORDS.get(token.key);
  const ofPesos = /^pesos?$/.test(token.key) ? PESOS[tokens[at + 1]?.key ?? ''] : undefined;
  if (ofPesos !== undefined) return { currency: ofPesos, end: at + 2 };
  return currency === undefined ? undefined : { currency, end: at + 1 };
}

type Number = { readonly value: number; readonly end: number; readonly isScaled: boolean };

function numberAt(tokens: readonly Token[], at: number, language: Language): Number | undefined {
  const token = tokens[at];
  if (token?.kind !== 'number') return writtenOut(tokens, at, language);
  const value = readNumber(token.text);
  if (value === undefined) return undefined;
  const next = tokens[at + 1];
  const times = next?.kind === 'word' ? language.multipliers[next.key] : undefined;
  if (times === undefined || (next?.key === 'k' && !next.isGlued))
    return { value, end: at + 1, isScaled: false };
  return { value: value * times, end: at + 2, isScaled: true };
}

const GROUPED = /^\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+$/;

/**
 * `1.500`, `1,500`, `1 500` and `1'500` are fifteen hundred; `49,99` and `49.99` have cents; of two
 * different signs the last separates cents.
 */
function readNumber(text: string): number | undefined {
  const digits = text.replace(/,-$/, '');
  if (/^0\d/.test(digits)) return undefined;
  if (GROUPED.test(digits) && new Set(digits.replace(/\d/g, '')).size === 1) {
    return Number(digits.replace(/\D/g, ''));
  }
  const cents = /^(.*)[.,](\d{1,2})$/.exec(digits);
  const whole = cents?.[1] ?? digits;
  if (!/^\d+$/.test(whole) && !GROUPED.test(whole)) return undefined;
  return Number(`${whole.replace(/\D/g, '')}.${cents?.[2] ?? '0'}`);
}

/** "two hundred", "a grand", "fünfzig", "deux cents", "mil". */
function writtenOut(
  tokens: readonly Token[],
  start: number,
  language: Language,
): Number | undefined {
  let [total, current, end] = [0, 0, start];
  for (; tokens[end]?.kind === 'word'; end++) {
    const key = tokens[end]?.key ?? '';
    const times = Object.hasOwn(language.multipliers, key) ? language.multipliers[key] : undefined;
    const plain = language.numberOf.get(key);
    if (times === undefined && plain === undefined) break;
    if (times === undefined) current += plain ?? 0;
    else if (times < 1000) current = Math.max(1, current) * times;
    else [total, current] = [total + Math.max(1, current) * times, 0];
  }
  const value = total + current;
  return value < WRITTEN_OUT_MIN ? undefined : { value, end, isScaled: false };
}

/** "a" and "one" are no prices. */
const WRITTEN_OUT_MIN = 2;
