import { preview } from '../../lib/preview.ts';
import type { Writable } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';
import type { Warning } from './bid-response.ts';

/** The product-search extension: a price filter that never rejects a request, and the query keywords. */

export type PriceFilter = { readonly min?: number; readonly max?: number };

/** What can be used of the filter, and a warning for each part that is ignored. */
type ReadFilter = { readonly filter: PriceFilter; readonly notes: readonly FilterNote[] };

/** Its field is relative to the extension: '' or '.min_price'. */
type FilterNote = Warning & { readonly field: string };

const IGNORED = 'PRICE_FILTER_IGNORED';

/** The usual currency of offers. */
const OFFER_CURRENCY = 'USD';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Rule: invalid values are ignored. Ruling 35: a bad price alone, both when they cross, all if no object. */
export function readPriceFilter(extension: unknown): ReadFilter {
  if (!isObject(extension)) {
    const reason = `expected an object, but got ${preview(extension)}; the filter is ignored`;
    return { filter: {}, notes: [{ code: IGNORED, field: '', reason }] };
  }
  const notes: FilterNote[] = [];
  const min = readPrice(extension.min_price, '.min_price', notes);
  const max = readPrice(extension.max_price, '.max_price', notes);
  noteCurrency(extension.price_currency, '.price_currency', notes);
  if (min !== undefined && max !== undefined && min > max) {
    const reason = `min_price ${min} is above max_price ${max}; both are ignored`;
    notes.push({ code: IGNORED, field: '', reason });
    return { filter: {}, notes };
  }
  const filter: Writable<PriceFilter> = {};
  if (min !== undefined) filter.min = min;
  if (max !== undefined) filter.max = max;
  return { filter, notes };
}

/** The currency is never used to convert (ruling 55). */
function noteCurrency(currency: unknown, field: string, notes: FilterNote[]): void {
  if (currency === undefined || currency === null || currency === OFFER_CURRENCY) return;
  if (typeof currency !== 'string' || !CURRENCIES.has(currency)) {
    const reason = `expected an ISO 4217 currency code, but got ${preview(currency)}`;
    notes.push({ code: 'CURRENCY_UNKNOWN', field, reason });
    return;
  }
  const reason = `the numbers of the filter are compared with the prices of offers as they are, most of which are in ${OFFER_CURRENCY}, and are not converted from ${currency}`;
  notes.push({ code: 'PRICE_CURRENCY_DIFFERS', field, reason });
}

function readPrice(value: unknown, field: string, notes: FilterNote[]): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  const reason = `expected a number of at least 0, but got ${preview(value)}; the price is ignored`;
  notes.push({ code: IGNORED, field, reason });
  return undefined;
}

export const KEYWORDS_MAX = 10;

/** Keywords that are looked at: a body has room for half a million. */
const KEYWORDS_READ_MAX = 10_000;

/** Trimmed, lower-cased, without duplicates, the first ten. */
export function readKeywords(list: string) {
  const keywords: string[] = [];
  let ignored: Set<string> | undefined;
  let start = 0;
  for (let read = 0; read < KEYWORDS_READ_MAX && start < list.length; read++) {
    const comma = list.indexOf(',', start);
    const end = comma === -1 ? list.length : comma;
    const keyword = list.slice(start, end).trim().toLowerCase();
    start = end + 1;
    if (keyword === '' || keywords.includes(keyword)) continue;
    if (keywords.length < KEYWORDS_MAX) keywords.push(keyword);
    else {
      ignored ??= new Set();
      ignored.add(keyword);
    }
  }
  return { keywords, ignored: ignored?.size ?? 0 };
}

/** The keywords of the conversation, which products are searched with. */
export function searchKeywords({ site, app }: Pick<BidRequest, 'site' | 'app'>) {
  return readKeywords(keywordList(site) ?? keywordList(app) ?? '');
}

/** Both fields as one list, separated by commas; undefined where there is neither. */
function keywordList(channel: BidRequest['site'] | BidRequest['app']): string | undefined {
  const { keywords, kwarray } = channel ?? {};
  if (kwarray === undefined) return keywords;
  return keywords === undefined ? kwarray.join(',') : `${keywords},${kwarray.join(',')}`;
}
