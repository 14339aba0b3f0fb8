import type { RequestQuestion } from '../../../../core/exchange/request-rows.ts';

function queryOf(filter: Partial<RequestQuestion>): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

/** The address of the page contains the filter, so that it can be shared and linked to. */
export function auctionsHref(filter: Partial<RequestQuestion>): string {
  return `#/auctions${queryOf(filter)}`;
}

export function samplesPath(question: Partial<RequestQuestion>): string {
  return `/api/samples${queryOf(question)}`;
}

/** Where fill is compared with the week before; of one publisher, where it is named. */
export function fillHref(publisher: string): string {
  return `#/auctions?${new URLSearchParams({ compare: 'week', ...(publisher && { publisher }) })}`;
}

export function requestsPath(filter: RequestQuestion): string {
  return `/requests${queryOf(filter)}`;
}
