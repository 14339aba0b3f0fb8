import { preview } from '../lib/preview.ts';
import { readKeywords } from '../openrtb/product-search.ts';
import type { CatalogQuery } from './search.ts';

export type ReadQuery =
  | { readonly kind: 'query'; readonly query: CatalogQuery }
  | { readonly kind: 'fault'; readonly reason: string };

/** The parameters of `/v1/ads/search`; others are ignored. */
export function readQuery(parameters: URLSearchParams): ReadQuery {
  const { keywords } = readKeywords(parameters.get('query') ?? '');
  if (keywords.length === 0) {
    return fault('query: expected one or more keywords, separated by commas');
  }
  const min = readPrice(parameters, 'minOfferPrice');
  if (typeof min === 'string') return fault(min);
  const max = readPrice(parameters, 'maxOfferPrice');
  if (typeof max === 'string') return fault(max);
  if (min !== undefined && max !== undefined && min > max) {
    return fault(`minOfferPrice: expected at most maxOfferPrice ${max}, but got ${min}`);
  }
  return {
    kind: 'query',
    query: {
      keywords,
      ...(min === undefined ? {} : { priceMin: min }),
      ...(max === undefined ? {} : { priceMax: max }),
    },
  };
}

/** The price, undefined if absent, or a sentence that names the fault. */
function readPrice(parameters: URLSearchParams, name: string): number | string | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  return /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : `${name}: expected a number of at least 0, but got ${preview(text)}`;
}

function fault(reason: string): ReadQuery {
  return { kind: 'fault', reason };
}
