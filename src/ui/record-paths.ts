import type { RequestQuestion } from '../core/exchange/request-rows.ts';
import { searchOf } from '../lib/op-address.ts';

/** The page of a record. Its view stands behind the path, since one may be called `new`. */
export const recordHref = (page: string, id: string) => `#/${page}/${encodeURIComponent(id)}`;

/** The address of a record, by that of all of them, and of what is below it. */
export const recordPath = (api: string, id: string, ...more: readonly string[]) =>
  [api, ...[id, ...more].map(encodeURIComponent)].join('/');

/** The requests that a filter finds. The address has the filter, so that it can be shared and linked to. */
export function auctionsHref(filter: Partial<RequestQuestion>): string {
  const query = searchOf(filter);
  return query.size === 0 ? '#/auctions' : `#/auctions?${query}`;
}
