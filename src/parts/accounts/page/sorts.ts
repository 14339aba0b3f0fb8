/** The orders of the list of advertisers, the usual one first. */
export const ADVERTISER_SORTS = {
  spent: 'spent in 30 days',
  today: 'spent today',
  name: 'name',
  campaigns: 'campaigns',
} as const;

export type AdvertiserSort = keyof typeof ADVERTISER_SORTS;
