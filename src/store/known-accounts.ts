import type { PublisherConfig } from '../demand/publisher-schema.ts';
import { perObject } from '../lib/lookup.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import type { Database } from '../lib/sql/database.ts';
import {
  ADVERTISER_TABLE,
  BUYER_TABLE,
  PARTNER_TABLE,
  PRODUCT_TABLE,
  PUBLISHER_TABLE,
} from './account-table.ts';
import type { StoredAdvertiser } from './advertiser-record.ts';
import { followStore } from './follow-store.ts';
import {
  accountKey,
  type PartnerDefinition,
  type PublisherDefinition,
  type StoredAccount,
  type StoredBuyer,
  type StoredPartner,
  type StoredProduct,
  type StoredPublisher,
} from './stored-account.ts';

/** The accounts of the store, by key. */
export type StoredAccounts = {
  readonly publishers: ReadonlyMap<string, StoredPublisher>;
  readonly partners: ReadonlyMap<string, StoredPartner>;
  readonly advertisers: ReadonlyMap<string, StoredAdvertiser>;
  readonly buyers: ReadonlyMap<string, StoredBuyer>;
  readonly products: ReadonlyMap<string, StoredProduct>;
};

/** What the store has now. */
export async function readAccounts({ query }: Pick<Database, 'query'>): Promise<StoredAccounts> {
  const publishers = followStore(PUBLISHER_TABLE, () => {});
  const partners = followStore(PARTNER_TABLE, () => {});
  const advertisers = followStore(ADVERTISER_TABLE, () => {});
  const buyers = followStore(BUYER_TABLE, () => {});
  const products = followStore(PRODUCT_TABLE, () => {});
  const all = [publishers, partners, advertisers, buyers, products];
  for (const one of all) (await one.read(query)).takeIn();
  return {
    publishers: publishers.records,
    partners: partners.records,
    advertisers: advertisers.records,
    buyers: buyers.records,
    products: products.records,
  };
}

type AccountConfig = {
  readonly publishers: readonly DeepReadonly<PublisherConfig>[];
  readonly partners: readonly PartnerDefinition[];
};

/** Publishers and partners of the config and of the store. Where both have one of an id, that of the config counts. */
export function knownAccounts(
  { publishers, partners }: AccountConfig,
  stored: Pick<StoredAccounts, 'publishers' | 'partners'>,
) {
  const publishersOfConfig = publishersById(publishers);
  const partnersOfConfig = partnersByName(partners);
  return {
    publisherOf: (id: string): PublisherDefinition | undefined =>
      publishersOfConfig.get(id) ??
      definitionIn(stored.publishers.get(accountKey('publisher', id))),
    hasPartner: (name: string): boolean =>
      partnersOfConfig.has(name) ||
      definitionIn(stored.partners.get(accountKey('partner', name))) !== undefined,
    publishers: () => merged(publishers, publishersOfConfig, stored.publishers),
    partners: () => merged(partners, partnersOfConfig, stored.partners),
    /** Also those that were removed from the store: what they are owed or owe is still to be stated. */
    withRemoved: () => ({
      publishers: [...merged(publishers, publishersOfConfig, stored.publishers, () => true)],
      partners: [...merged(partners, partnersOfConfig, stored.partners, () => true)],
    }),
  };
}

const isThere = ({ state }: Pick<StoredAccount<unknown>, 'state'>) => state !== 'deleted';

function* merged<Definition>(
  ofConfig: readonly Definition[],
  byId: ReadonlyMap<string, unknown>,
  stored: ReadonlyMap<string, StoredAccount<Definition>>,
  isWanted: (account: StoredAccount<Definition>) => boolean = isThere,
): Generator<Definition> {
  yield* ofConfig;
  for (const account of stored.values()) {
    if (isWanted(account) && !byId.has(account.id)) yield account.definition;
  }
}

/** One index for each list, since a config is looked at often and changes seldom. */
const publishersById = perObject(
  (publishers: AccountConfig['publishers']): ReadonlyMap<string, PublisherDefinition> =>
    new Map(publishers.map((one) => [one.id, one])),
);
const partnersByName = perObject(
  (partners: AccountConfig['partners']): ReadonlyMap<string, PartnerDefinition> =>
    new Map(partners.map((one) => [one.name, one])),
);

function definitionIn<Definition>(
  stored: { readonly state: string; readonly definition: Definition } | undefined,
): Definition | undefined {
  return stored?.state === 'deleted' ? undefined : stored?.definition;
}
