export const ADVERTISER_SORTS = ['spent', 'today', 'name', 'campaigns'] as const;

export type AdvertiserSort = (typeof ADVERTISER_SORTS)[number];
