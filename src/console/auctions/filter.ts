/** What the list shows. An empty string matches everything. */
export type Filter = {
  readonly find: string;
  readonly publisher: string;
  readonly outcome: string;
  readonly partner: string;
  readonly answer: string;
  readonly campaign: string;
};

const NAMES = ['find', 'publisher', 'outcome', 'partner', 'answer', 'campaign'] as const;

export function readFilter(parameters: URLSearchParams): Filter {
  const value = (name: (typeof NAMES)[number]) => parameters.get(name) ?? '';
  return {
    find: value('find'),
    publisher: value('publisher'),
    outcome: value('outcome'),
    partner: value('partner'),
    answer: value('answer'),
    campaign: value('campaign'),
  };
}

function queryOf(filter: Partial<Filter>): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

/** The address of the page contains the filter, so that it can be shared and linked to. */
export function auctionsHref(filter: Partial<Filter>): string {
  return `#/auctions${queryOf(filter)}`;
}

export function requestsPath(filter: Filter): string {
  return `/requests${queryOf(filter)}`;
}
