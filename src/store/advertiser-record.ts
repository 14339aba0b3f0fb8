import type { AdvertiserDefinition } from '../demand/advertiser-schema.ts';
import type { StoredAccount } from './stored-account.ts';

/** Every machine has all of them in memory. */
export const ADVERTISERS_MAX = 20_000;

/** The workers have the domains of all of these in one line of their feed. */
export const BLOCKED_ADVERTISERS_MAX = 5000;

/** `blocked`: no bid of it is sold, to no publisher. */
const ADVERTISER_STATES = ['active', 'blocked', 'deleted'] as const;

export type AdvertiserState = (typeof ADVERTISER_STATES)[number];

/** Those that people see. */
export const SHOWN_ADVERTISER_STATES = ADVERTISER_STATES.filter((state) => state !== 'deleted');

export type StoredAdvertiser = StoredAccount<AdvertiserDefinition, AdvertiserState>;

/** The domains that the exchange blocks, in the order of the blocks. */
export function blockedDomainsOf(advertisers: Iterable<StoredAdvertiser>): readonly string[] {
  return [...advertisers].filter(({ state }) => state === 'blocked').map(({ id }) => id);
}
