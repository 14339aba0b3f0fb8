import type { RequestQuestion } from '../core/exchange/request-rows.ts';
import { searchOf } from '../lib/op-address.ts';

/** The page of a record. Its view stands behind the path, since one may be called `new`. A path may have the slashes of an id. */
export const recordHref = (page: string, id: string) => `#/${page}/${slashed(id)}`;

export const campaignHref = (partner: string, campaign: string) =>
  recordHref('campaigns', `${partner}/${campaign}`);

/** An id of several names, each a part of an address. */
export const slashed = (id: string) => id.split('/').map(encodeURIComponent).join('/');

/** The address of a record, by that of all of them, and of what is below it. */
export const recordPath = (api: string, id: string, ...more: readonly string[]) =>
  [api, ...[id, ...more].map(encodeURIComponent)].join('/');

/** The report of why requests had no ad, against the week before: of one publisher, or with '' of all. */
export function reasonsHref(publisher: string): string {
  const where = publisher === '' ? '' : `publisher=${publisher}`;
  return `#/reports?${searchOf({ by: 'reason', last: '7d', compare: 'previous', where })}`;
}

/** The requests that a filter finds. The address has the filter, so that it can be shared and linked to. */
export function auctionsHref(filter: Partial<RequestQuestion>): string {
  const query = searchOf(filter);
  return query.size === 0 ? '#/auctions' : `#/auctions?${query}`;
}
