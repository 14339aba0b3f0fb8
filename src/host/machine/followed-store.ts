import type { Query } from '../../lib/sql/database.ts';
import {
  ADVERTISER_TABLE,
  BUYER_TABLE,
  PARTNER_TABLE,
  PRODUCT_TABLE,
  PUBLISHER_TABLE,
} from '../../store/account-table.ts';
import type { StoredAdvertiser } from '../../store/advertiser-record.ts';
import { CAMPAIGN_TABLE } from '../../store/campaign-table.ts';
import { followStore, readStates, type StoreFollower } from '../../store/follow-store.ts';
import type { StoredRecord } from '../../store/store-table.ts';
import type {
  StoredBuyer,
  StoredPartner,
  StoredProduct,
  StoredPublisher,
} from '../../store/stored-account.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';

/** Records of the store, of each kind. */
export type StoredRecords = {
  readonly campaigns: readonly StoredCampaign[];
  readonly publishers: readonly StoredPublisher[];
  readonly partners: readonly StoredPartner[];
  readonly advertisers: readonly StoredAdvertiser[];
  readonly buyers: readonly StoredBuyer[];
  readonly products: readonly StoredProduct[];
};

const NOTHING_CHANGED = { changed: [], takeIn() {} };

/** Follows everything in the store by which workers serve, and with which AI buyers buy. */
export function followWholeStore(onWentBack: (words: string) => void) {
  const campaigns = followStore(CAMPAIGN_TABLE, onWentBack);
  const publishers = followStore(PUBLISHER_TABLE, onWentBack);
  const partners = followStore(PARTNER_TABLE, onWentBack);
  const advertisers = followStore(ADVERTISER_TABLE, onWentBack);
  const buyers = followStore(BUYER_TABLE, onWentBack);
  const products = followStore(PRODUCT_TABLE, onWentBack);
  const all = [campaigns, publishers, partners, advertisers, buyers, products] as const;
  return {
    campaigns: campaigns.records,
    publishers: publishers.records,
    partners: partners.records,
    advertisers: advertisers.records,
    buyers: buyers.records,
    products: products.records,
    /** What differs from what was taken in; until `takeIn` is called, the next reading has it again. */
    async read(query: Query, hasCampaigns: boolean) {
      const [ofCampaign, ofPublisher, ofPartner, ofAdvertiser, ofBuyer, ofProduct] =
        await readStates(query, [
          campaigns.asked(),
          publishers.asked(),
          partners.asked(),
          advertisers.asked(),
          buyers.asked(),
          products.asked(),
        ] as const);
      const ofCampaigns = hasCampaigns ? await campaigns.read(query, ofCampaign) : NOTHING_CHANGED;
      const ofPublishers = await publishers.read(query, ofPublisher);
      const ofPartners = await partners.read(query, ofPartner);
      const ofAdvertisers = await advertisers.read(query, ofAdvertiser);
      const ofBuyers = await buyers.read(query, ofBuyer);
      const ofProducts = await products.read(query, ofProduct);
      const read = [ofCampaigns, ofPublishers, ofPartners, ofAdvertisers, ofBuyers, ofProducts];
      const changed: StoredRecords = {
        campaigns: ofCampaigns.changed,
        publishers: ofPublishers.changed,
        partners: ofPartners.changed,
        advertisers: ofAdvertisers.changed,
        buyers: ofBuyers.changed,
        products: ofProducts.changed,
      };
      return {
        changed,
        takeIn(): void {
          for (const one of read) one.takeIn();
        },
      };
    },
    /** All that was taken in, with these changes of it. */
    wholeWith: (changed: StoredRecords): StoredRecords => ({
      campaigns: mergedWith(campaigns, CAMPAIGN_TABLE.keyOf, changed.campaigns),
      publishers: mergedWith(publishers, PUBLISHER_TABLE.keyOf, changed.publishers),
      partners: mergedWith(partners, PARTNER_TABLE.keyOf, changed.partners),
      advertisers: mergedWith(advertisers, ADVERTISER_TABLE.keyOf, changed.advertisers),
      buyers: mergedWith(buyers, BUYER_TABLE.keyOf, changed.buyers),
      products: mergedWith(products, PRODUCT_TABLE.keyOf, changed.products),
    }),
    /** Takes in what the last run of this machine knew, until the first reading. */
    assume(kept: Pick<StoredRecords, 'publishers' | 'partners' | 'advertisers'>): void {
      publishers.assume(kept.publishers);
      partners.assume(kept.partners);
      advertisers.assume(kept.advertisers);
    },
    readAnew(): void {
      for (const one of all) one.readAnew();
    },
    publisherRevision: publishers.revision,
    /** Of the last change that was taken in. */
    revision: () => Math.max(...all.map((one) => one.revision())),
  };
}

export const NO_CHANGES: StoredRecords = {
  campaigns: [],
  publishers: [],
  partners: [],
  advertisers: [],
  buyers: [],
  products: [],
};

function mergedWith<Stored extends StoredRecord>(
  { records }: StoreFollower<Stored>,
  keyOf: (stored: Stored) => string,
  changed: readonly Stored[],
): readonly Stored[] {
  const merged = new Map(records);
  for (const stored of changed) merged.set(keyOf(stored), stored);
  return [...merged.values()];
}
