import type { PriceFilter } from '../../openrtb/product-search.ts';

/** Beyond this, servers start to refuse the address; a call would only count as the partner's failure. */
export const URL_CHARACTERS_MAX = 8000;

/** The outbound call of the spec: `query`, and each price only when it is set; never the currency. */
export function searchUrl(
  baseUrl: string,
  keywords: readonly string[],
  { min, max }: PriceFilter = {},
): string {
  const parameters = [
    // An unpaired surrogate, which JSON can carry, has no encoding.
    `query=${encodeURIComponent(keywords.join(',').toWellFormed())}`,
    ...(min === undefined ? [] : [`minOfferPrice=${withoutDecimals(min)}`]),
    ...(max === undefined ? [] : [`maxOfferPrice=${withoutDecimals(max)}`]),
  ];
  return `${baseUrl.replace(/\/+$/, '')}/v1/ads/search?${parameters.join('&')}`;
}

/** Ruling 35: rounded half up. By way of a big integer, since numbers from 10^21 print an exponent. */
function withoutDecimals(price: number): string {
  return BigInt(Math.round(price)).toString();
}
