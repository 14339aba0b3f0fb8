import type { ShownAdvertiserState } from '../api.ts';
import type { AdvertiserSort } from '../sorts.ts';

type AdvertiserStateWords = { readonly name: string; readonly dot: 'good' | 'warn' };

export const ADVERTISER_STATES: Readonly<Record<ShownAdvertiserState, AdvertiserStateWords>> = {
  active: { name: 'Allowed', dot: 'good' },
  blocked: { name: 'Blocked everywhere', dot: 'warn' },
};

export const ADVERTISER_SORT_WORDS: Readonly<Record<AdvertiserSort, string>> = {
  spent: 'spent in 30 days',
  today: 'spent today',
  name: 'name',
  campaigns: 'campaigns',
};
