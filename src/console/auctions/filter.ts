import type { RequestQuestion } from '../../observe/request-rows.ts';

/** What the list shows. */
export function readFilter(parameters: URLSearchParams): RequestQuestion {
  const value = (name: keyof RequestQuestion) => parameters.get(name) ?? '';
  return {
    find: value('find'),
    publisher: value('publisher'),
    outcome: value('outcome'),
    partner: value('partner'),
    answer: value('answer'),
    campaign: value('campaign'),
  };
}

function queryOf(filter: Partial<RequestQuestion>): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

/** The address of the page contains the filter, so that it can be shared and linked to. */
export function auctionsHref(filter: Partial<RequestQuestion>): string {
  return `#/auctions${queryOf(filter)}`;
}

export function requestsPath(filter: RequestQuestion): string {
  return `/requests${queryOf(filter)}`;
}
