import Type, { type Static } from 'typebox';
import { CLOSED } from '../demand/entry-schema.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { findFaults, isObject } from '../lib/schema-fault.ts';
import { withoutNulls } from '../lib/without-nulls.ts';
import { advertiserDomain, DOMAIN_LENGTH_MAX } from '../openrtb/host-name.ts';
import { type Checked, faultAt } from './check-account.ts';
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

const text = (lengthMax: number) => Type.String({ minLength: 1, maxLength: lengthMax });

/** As campaigns have them. */
const NAME_LENGTH_MAX = 100;
const CATEGORIES = Type.Array(text(20), { minItems: 1, maxItems: 20 });

const EMAIL_LENGTH_MAX = 254;
const NOTES_LENGTH_MAX = 2000;

/** Who stands behind campaigns and bids of one domain. Contact and notes are for people: nothing is sent anywhere. */
export const AdvertiserSchema = Type.Object(
  {
    domain: text(DOMAIN_LENGTH_MAX),
    name: text(NAME_LENGTH_MAX),
    categories: Type.Optional(CATEGORIES),
    contact: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(text(NAME_LENGTH_MAX)),
          email: Type.Optional(
            Type.String({
              pattern: '^[^@\\s]+@[^@\\s]+$',
              maxLength: EMAIL_LENGTH_MAX,
              expects: 'an e-mail address, like ann@shop.example',
            }),
          ),
        },
        CLOSED,
      ),
    ),
    notes: Type.Optional(text(NOTES_LENGTH_MAX)),
  },
  CLOSED,
);

export type AdvertiserDefinition = DeepReadonly<Static<typeof AdvertiserSchema>>;

export type StoredAdvertiser = StoredAccount<AdvertiserDefinition, AdvertiserState>;

/** The domain is stored as bids are compared with it (ruling 71), however it was written. */
export function checkAdvertiser(given: unknown): Checked<AdvertiserDefinition> {
  const value = withoutNulls(AdvertiserSchema, given);
  const faults = findFaults(AdvertiserSchema, value).map(({ path, reason }) => ({ path, reason }));
  if (faults.length > 0 || !isObject(value)) return { kind: 'faults', faults };
  const definition = value as AdvertiserDefinition; // The schema has passed.
  const domain = advertiserDomain(definition.domain.trim());
  return domain === undefined
    ? faultAt('domain', 'expected the domain of an advertiser, like shop.example')
    : { definition: { ...definition, domain } };
}

/** The domains that the exchange blocks, in the order of the blocks. */
export function blockedDomainsOf(advertisers: Iterable<StoredAdvertiser>): readonly string[] {
  return [...advertisers].filter(({ state }) => state === 'blocked').map(({ id }) => id);
}
