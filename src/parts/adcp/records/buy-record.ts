import { shownWebhook, type Webhooks } from '../told/webhooks.ts';
import type { BrandReference } from './account-record.ts';
import { type BuyerRecord, buyerRecordKey, buyerTable } from './buyer-table.ts';

/** What a buyer is charged for. */
export type PricingModel = 'cpm' | 'cpc';

/** A creative of the library that a package shows. */
export type CreativeAssignment = { readonly creativeId: string; readonly weight?: number };

/** A line of a buy. Once it has a creative, it is the campaign of the store with the same id. */
export type BuyPackage = {
  readonly id: string;
  readonly productId: string;
  readonly pricingOptionId: string;
  readonly model: PricingModel;
  /** In USD: for a thousand impressions or for a click. */
  readonly bidUsd: number;
  /** What the bid is, where it is not the amount that the buyer bids: its ceiling, or the price of the product. */
  readonly bidAs?: 'max_bid' | 'fixed';
  readonly budgetUsd: number;
  readonly dailyCapUsd?: number;
  readonly pacing: 'even' | 'asap';
  /** Of the flight of the package; undefined: that of the buy. */
  readonly startMs?: number;
  readonly endMs?: number;
  /** As the buyer has sent it. All of it is enforced: what is not is refused. */
  readonly targeting?: Readonly<Record<string, unknown>>;
  readonly assignments: readonly CreativeAssignment[];
  readonly isPaused: boolean;
  readonly canceled?: Cancellation;
  /** The most that it could spend on the UTC day of its last change, for the cap of the buyer. */
  readonly dayExposure: { readonly day: string; readonly usd: number };
  /** What the buyer wants back with it, as it came. */
  readonly echoed: Readonly<Record<string, unknown>>;
};

export type Cancellation = { readonly atMs: number; readonly reason: string };

/** The webhooks are where the buyer is told of its state, and gets its reports. */
export type BuyDefinition = Webhooks & {
  readonly brand: BrandReference;
  readonly startMs: number;
  readonly endMs: number;
  readonly packages: readonly BuyPackage[];
  readonly isPaused: boolean;
  readonly canceled?: Cancellation;
  /** Why an operator has refused it, or ''. */
  readonly rejectedFor: string;
  readonly confirmedMs: number;
  readonly echoed: Readonly<Record<string, unknown>>;
};

/** What a buy is to a buyer. `src/parts/adcp/buys/status.ts` derives it. */
export const BUY_STATUSES = [
  'pending_creatives',
  'pending_start',
  'active',
  'paused',
  'completed',
  'rejected',
  'canceled',
] as const;

export type BuyStatus = (typeof BUY_STATUSES)[number];

export type BuyState = 'open' | 'canceled' | 'rejected' | 'deleted';

export type MediaBuy = BuyerRecord<BuyDefinition, BuyState>;

export const BUY_TABLE = buyerTable<BuyDefinition, BuyState>({
  kind: 'media-buy',
  name: 'media buys',
  shown: withoutSecrets,
});

/** Ids of buys are unique everywhere. */
export const buyKey = (id: string) => buyerRecordKey('media-buy', '', id);

function withoutSecrets({ notify, reporting, ...shown }: BuyDefinition) {
  return { ...shown, notify: shownWebhook(notify), reporting: shownWebhook(reporting) };
}

/** Of one account. */
export const BUYS_MAX = 10_000;
export const PACKAGES_MAX = 100;
