import { preview } from '../lib/preview.ts';
import { isObject } from '../lib/schema-fault.ts';

/** The product-search extension: a price filter that never rejects a request, and the query keywords. */

export type PriceFilter = { readonly min?: number; readonly max?: number };

/** What was ignored, as the path below the extension and a sentence. */
export type FilterNote = {
  readonly code: 'PRICE_FILTER_IGNORED' | 'CURRENCY_UNKNOWN' | 'PRICE_CURRENCY_DIFFERS';
  readonly path: string;
  readonly reason: string;
};

export type ReadFilter = { readonly filter: PriceFilter; readonly notes: readonly FilterNote[] };

const IGNORED = 'PRICE_FILTER_IGNORED';

/** The currency of all offers: those in another are not read. */
export const OFFER_CURRENCY = 'USD';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Rule: invalid values are ignored. Ruling 35: a bad price alone, both when they cross, all if no object. */
export function readPriceFilter(extension: unknown): ReadFilter {
  if (!isObject(extension)) {
    return {
      filter: {},
      notes: [{ code: IGNORED, path: '', reason: 'expected an object; the filter is ignored' }],
    };
  }
  const notes: FilterNote[] = [];
  const min = readPrice(extension.min_price, '.min_price', notes);
  const max = readPrice(extension.max_price, '.max_price', notes);
  noteCurrency(extension.price_currency, notes);
  if (min !== undefined && max !== undefined && min > max) {
    notes.push({
      code: IGNORED,
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

/** The currency is never used to convert (ruling 55). */
function noteCurrency(currency: unknown, notes: FilterNote[]): void {
  if (currency === undefined || currency === null || currency === OFFER_CURRENCY) return;
  const path = '.price_currency';
  if (typeof currency !== 'string' || !CURRENCIES.has(currency)) {
    const reason = `expected an ISO 4217 currency code, but got ${preview(currency)}`;
    notes.push({ code: 'CURRENCY_UNKNOWN', path, reason });
    return;
  }
  const reason = `prices of offers are in ${OFFER_CURRENCY}; the numbers of the filter are compared with them as they are, not converted from ${currency}`;
  notes.push({ code: 'PRICE_CURRENCY_DIFFERS', path, reason });
}

function readPrice(value: unknown, path: string, notes: FilterNote[]): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  notes.push({
    code: IGNORED,
    path,
    reason: 'expected a number of at least 0; the price is ignored',
  });
  return undefined;
}

export const KEYWORDS_MAX = 10;

/** Keywords that are looked at: a body has room for half a million. */
const KEYWORDS_READ_MAX = 10_000;

export type ReadKeywords = { readonly keywords: readonly string[]; readonly ignored: number };

/** Trimmed, lower-cased, without duplicates, the first ten. */
export function readKeywords(list: string): ReadKeywords {
  const keywords = new Set<string>();
  let start = 0;
  for (let read = 0; read < KEYWORDS_READ_MAX && start < list.length; read++) {
    const comma = list.indexOf(',', start);
    const end = comma === -1 ? list.length : comma;
    const keyword = list.slice(start, end).trim().toLowerCase();
    if (keyword !== '') keywords.add(keyword);
    start = end + 1;
  }
  const used = [...keywords].slice(0, KEYWORDS_MAX);
  return { keywords: used, ignored: keywords.size - used.length };
}

/** The fields of `site` and `app` that hold keywords. */
export type KeywordFields = {
  readonly keywords?: string | undefined;
  readonly kwarray?: readonly string[] | undefined;
};

/** The keywords of the conversation, which products are searched with. */
export function searchKeywords(wire: {
  readonly site?: KeywordFields | undefined;
  readonly app?: KeywordFields | undefined;
}): ReadKeywords {
  return readKeywords(keywordList(wire.site) ?? keywordList(wire.app) ?? '');
}

/** Both fields as one list, separated by commas; undefined where there is neither. */
function keywordList(channel: KeywordFields | undefined): string | undefined {
  const { keywords, kwarray } = channel ?? {};
  if (kwarray === undefined) return keywords;
  return keywords === undefined ? kwarray.join(',') : `${keywords},${kwarray.join(',')}`;
}
