import { basename } from 'node:path';
import type { BuyerDefinition, ProductDefinition } from '../../../demand/buyer-schema.ts';
import type { Host } from '../../../host/host.ts';
import type { StoreFeed } from '../../../host/machine/store-feed.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import {
  type AccountKind,
  accountKey,
  NO_ACCESS,
  type PartnerDefinition,
  type PublisherDefinition,
  type StoredAccount,
  type StoredBuyer,
  type StoredProduct,
  type StoredPublisher,
} from '../../../store/stored-account.ts';
import { FILE_REVISION } from '../../campaigns/api/store-document.ts';

export type ListedAccounts = ReturnType<typeof listedAccounts>;

/** The accounts of the config and of the store, from memory. An id that the config has is the config's. */
export function listedAccounts({
  work,
  feed,
}: Pick<Host, 'work'> & { readonly feed: Pick<StoreFeed, 'accounts'> }) {
  const config = () => work().setup.config;
  const publisherOfConfig = (id: string) => {
    const found = config().publishers.find((one) => one.id === id);
    return found && ofConfig(id, withoutKeys(found));
  };
  const partnerOfConfig = (name: string) => {
    const found = config().partners.find((one) => one.name === name);
    return found && ofConfig<PartnerDefinition>(name, found);
  };
  const buyerOfConfig = (id: string) => {
    const found = config().adcp.buyers.find((one) => one.id === id);
    return found && ofConfig<BuyerDefinition>(id, withoutToken(found));
  };
  const productOfConfig = (id: string) => {
    const found = config().adcp.products.find((one) => one.id === id);
    return found && ofConfig<ProductDefinition>(id, found);
  };
  const stored = <Definition>(
    records: ReadonlyMap<string, StoredAccount<Definition>>,
    kind: AccountKind,
    id: string,
  ) => {
    const found = records.get(accountKey(kind, id));
    return found?.state === 'deleted' ? undefined : found;
  };

  return {
    /** The currencies that accounts may have beside USD. */
    rates: () => config().auction.rates,
    publisherOfConfig,
    partnerOfConfig,
    publisher: (id: string): StoredPublisher | undefined =>
      publisherOfConfig(id) ?? stored(feed.accounts().publishers, 'publisher', id),
    /** Without those of the store that the config has too. */
    publishers: (): readonly StoredPublisher[] =>
      withStored(
        config().publishers.map((one) => ofConfig(one.id, withoutKeys(one))),
        feed.accounts().publishers,
      ),
    /** What AI buyers are sold, as the config has it. */
    adcp: () => config().adcp,
    /** Whether requests of publishers that nobody has listed are answered. */
    isOpen: () => config().access === 'open',
    buyerOfConfig,
    productOfConfig,
    buyers: (): readonly StoredBuyer[] =>
      withStored(
        config().adcp.buyers.map((one) => ofConfig(one.id, withoutToken(one))),
        feed.accounts().buyers,
      ),
    products: (): readonly StoredProduct[] =>
      withStored(
        config().adcp.products.map((one) => ofConfig(one.id, one)),
        feed.accounts().products,
      ),
    partnerCount(): number {
      const others = [...feed.accounts().partners.values()].filter(
        ({ state }) => state !== 'deleted',
      );
      return config().partners.length + others.length;
    },
    /** The keys that its requests may show. */
    keyCount(id: string): number {
      const own = config().publishers.find((one) => one.id === id);
      if (own !== undefined) return own.keys?.length ?? 0;
      return stored(feed.accounts().publishers, 'publisher', id)?.access.keys.length ?? 0;
    },
    /** Why an account of the config is not changed here. */
    inConfig(kind: AccountKind, id: string): RefusedChange<never> {
      const { file } = work().setup;
      const fileName = file === undefined ? 'a config file' : basename(file);
      const isDefault = kind === 'partner' && config().partnersFrom === 'defaults';
      const reason = isDefault
        ? `"${id}" comes with the defaults: name partners in ${fileName} to replace them, and reload the config`
        : `"${id}" is in ${fileName}: change it there, and reload the config`;
      return { kind: 'not-allowed', reason };
    },
  };
}

/** Those of the config, and those of the store that the config does not have. */
function withStored<Definition>(
  own: readonly StoredAccount<Definition>[],
  records: ReadonlyMap<string, StoredAccount<Definition>>,
): readonly StoredAccount<Definition>[] {
  const ids = new Set(own.map(({ id }) => id));
  const others = [...records.values()].filter(
    ({ id, state }) => state !== 'deleted' && !ids.has(id),
  );
  return [...own, ...others];
}

function withoutToken({
  token: _,
  ...definition
}: BuyerDefinition & { readonly token: string }): BuyerDefinition {
  return definition;
}

function withoutKeys({
  keys: _,
  ...definition
}: PublisherDefinition & { readonly keys?: readonly string[] }): PublisherDefinition {
  return definition;
}

function ofConfig<Definition>(id: string, definition: Definition): StoredAccount<Definition> {
  return {
    id,
    state: 'active',
    definition,
    access: NO_ACCESS,
    revision: FILE_REVISION,
    createdRevision: FILE_REVISION,
    createdMs: 0,
    changedMs: 0,
    changedBy: 'the file',
  };
}
