import { isObject } from '../lib/schema-fault.ts';

/** The product-search extension: a price filter that never rejects a request, and the query keywords. */

export type PriceFilter = { readonly min?: number; readonly max?: number };

/** What was ignored, as the path below the extension and a sentence. */
export type FilterNote = { readonly path: string; readonly reason: string };

export type ReadFilter = { readonly filter: PriceFilter; readonly notes: readonly FilterNote[] };

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Rule: invalid values are ignored. Ruling 35: a bad price alone, both when they cross, all if no object. */
export function readPriceFilter(extension: unknown): ReadFilter {
  if (!isObject(extension)) {
    return {
      filter: {},
      notes: [{ path: '', reason: 'expected an object; the filter is ignored' }],
    };
  }
  const notes: FilterNote[] = [];
  const min = readPrice(extension.min_price, '.min_price', notes);
  const max = readPrice(extension.max_price, '.max_price', notes);
  const currency = extension.price_currency;
  const isListed = typeof currency === 'string' && CURRENCIES.has(currency);
  if (currency !== undefined && currency !== null && !isListed) {
    notes.push({ path: '.price_currency', reason: 'expected an ISO 4217 currency code' });
  }
  if (min !== undefined && max !== undefined && min > max) {
    notes.push({
      path: '',
      reason: `min_price ${min} is above max_price ${max}; both are ignored`,
    });
    return { filter: {}, notes };
  }
  return {
    filter: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
    notes,
  };
}

function readPrice(value: unknown, path: string, notes: FilterNote[]): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  notes.push({ path, reason: 'expected a number of at least 0; the price is ignored' });
  return undefined;
}

export const KEYWORDS_MAX = 10;

export type ReadKeywords = { readonly keywords: readonly string[]; readonly ignored: number };

/** Trimmed, lower-cased, without duplicates, the first ten. */
export function readKeywords(list: string): ReadKeywords {
  const keywords = new Set<string>();
  for (const part of list.split(',')) {
    const keyword = part.trim().toLowerCase();
    if (keyword !== '') keywords.add(keyword);
  }
  const used = [...keywords].slice(0, KEYWORDS_MAX);
  return { keywords: used, ignored: keywords.size - used.length };
}
