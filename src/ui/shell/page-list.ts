/** A line of a menu. */
export type MenuPage = {
  readonly id: string;
  readonly name: string;
  readonly key?: string;
  /** How many things wait there. */
  readonly badge?: number;
};

/** The pages in the order of the menu. `g` and the key open a page. */
export const PAGES = [
  { id: 'live', name: 'Live', key: 'l' },
  { id: 'auctions', name: 'Auctions', key: 'a' },
  { id: 'try', name: 'Try it', key: 't' },
  { id: 'publishers', name: 'Publishers', key: 'u' },
  { id: 'partners', name: 'Partners', key: 'd' },
  { id: 'advertisers', name: 'Advertisers', key: 'e' },
  { id: 'buyers', name: 'AI buyers', key: 'y' },
  { id: 'campaigns', name: 'Campaigns', key: 'b' },
  { id: 'approvals', name: 'Approvals', key: 'v' },
  { id: 'reports', name: 'Reports', key: 'r' },
  { id: 'statements', name: 'Statements', key: 's' },
] as const;

export type PageId = (typeof PAGES)[number]['id'];
