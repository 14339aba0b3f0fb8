import type { PriceFilter } from '../../core/openrtb/product-search.ts';

/** Beyond this, servers start to refuse the address; a call would only count as the partner's failure. */
export const URL_CHARACTERS_MAX = 8000;

/** The outbound call of the spec: `query`, and each price only when it is set; never the currency. */
export function searchUrl(
  baseUrl: string,
  keywords: readonly string[],
  { min, max }: PriceFilter = {},
): string {
  const base = baseUrl.endsWith('/') ? baseUrl.replace(/\/+$/, '') : baseUrl;
  // An unpaired surrogate, which JSON can carry, has no encoding.
  const query = encodeURIComponent(keywords.join(',').toWellFormed());
  const least = min === undefined ? '' : `&minOfferPrice=${withoutDecimals(min)}`;
  const most = max === undefined ? '' : `&maxOfferPrice=${withoutDecimals(max)}`;
  return `${base}/v1/ads/search?query=${query}${least}${most}`;
}

/** Equal for questions with the same URL. Most answers are known, and encoding the words costs more than finding them. */
export function searchKey(words: string, { min, max }: PriceFilter = {}): string {
  const least = min === undefined ? '' : Math.round(min);
  const most = max === undefined ? '' : Math.round(max);
  return `${least} ${most} ${words}`;
}

/** Ruling 35: rounded half up. By way of a big integer where numbers print an exponent, from 10^21 on. */
function withoutDecimals(price: number): string {
  const rounded = Math.round(price);
  return Number.isSafeInteger(rounded) ? String(rounded) : BigInt(rounded).toString();
}
