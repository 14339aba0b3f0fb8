import type { BuyerDefinition, ProductDefinition } from '../../demand/buyer-schema.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Config } from '../../host/config/config.ts';
import type { CampaignDay } from '../../ledger/delivery/read-delivery.ts';
import type { Author } from '../../lib/op.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { PublisherDefinition } from '../../store/account-kinds.ts';
import type { StoredCampaign } from '../../store/campaign-kind.ts';
import type { Records } from '../../store/records.ts';
import type { SellerFormat } from './formats.ts';

/** A program that buys, by its token. */
export type Buyer = BuyerDefinition;

/** Who the history names for a change that an agent has made: the buyer whose token it showed. */
export const authorOf = ({ id }: Pick<Buyer, 'id'>): Author => ({ who: id, role: 'buyer' });

/** What a buyer is charged for. */
export type PricingModel = 'cpm' | 'cpc';

/** A price by which a product is sold: by auction, at or above a floor in USD, for a thousand impressions or a click. */
export type PricingOption = {
  readonly id: string;
  readonly model: PricingModel;
  readonly floorUsd: number;
};

/** What buyers can buy, with the ids of all its formats and each way to pay for it. */
export type AdProduct = Omit<ProductDefinition, 'formats' | 'floors'> & {
  readonly formats: readonly string[];
  readonly options: readonly PricingOption[];
};

/** What happens to the campaign of a package, as Delivery of the console says it. */
export type PackageStanding = { readonly state: string; readonly sentence: string };

/** What the tools read and change. */
export type SellerSources = Pick<Runtime, 'log' | 'nowMs' | 'newId'> & {
  readonly config: () => Config;
  /** undefined while it cannot be reached. */
  readonly database: () => Database | undefined;
  readonly records: Pick<Records, 'current'>;
  /** A campaign as this machine knows it. */
  readonly campaignOf: (key: string) => StoredCampaign | undefined;
  /** Those that operators offer, in the config or in the store. */
  readonly products: () => readonly AdProduct[];
  /** In which creatives can be brought. */
  readonly formats: () => readonly SellerFormat[];
  /** Of the config or the store. */
  readonly publisherOf: (id: string) => PublisherDefinition | undefined;
  /** Brings changes of the store to the workers. */
  readonly refresh: () => Promise<void>;
  /** What became of campaigns of packages, by day of UTC. */
  readonly delivered: (
    campaigns: readonly string[],
    days: { readonly fromDay: number; readonly toDay?: number },
  ) => Promise<readonly CampaignDay[]>;
  /** What happens to a campaign of the store, in a sentence; undefined where it is not known. */
  readonly standingOf: (campaign: string) => Promise<PackageStanding | undefined>;
  /** Where buyers reach the public port. */
  readonly publicUrl: () => string;
};

/** The partner whose campaigns those of buyers are. undefined: the config names none with a store, so nothing can serve. */
export function partnerOf({ adcp, partners }: Pick<Config, 'adcp' | 'partners'>) {
  const entry = partners.find(({ name }) => name === adcp.partner);
  const source = entry && traitsOf(entry).campaigns;
  const isStore = source?.kind === 'store';
  return {
    partner: isStore ? entry?.name : undefined,
    needsApproval: !isStore || source.needsApproval,
  };
}
