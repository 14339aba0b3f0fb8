import type { CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import { type BuyerRecord, buyerRecordKey, buyerTable } from './records.ts';
import { type BuyerWebhook, shownWebhook } from './webhooks.ts';

/** As the protocol has them. Nothing here is ever `processing`: a creative is read while its call is answered. */
export const CREATIVE_STATUSES = [
  'processing',
  'pending_review',
  'approved',
  'suspended',
  'rejected',
  'archived',
] as const;

export type CreativeStatus = (typeof CREATIVE_STATUSES)[number];

/** What a campaign shows of a creative, without the weight that a package gives it. */
export type LibraryAd = Omit<CampaignCreative, 'weight'>;

/** A creative in the library of an account. Assigning it to a package copies `ad` into the campaign. */
export type LibraryCreativeDefinition = {
  readonly name: string;
  /** The format and the assets as the buyer has sent them. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** What a campaign shows of it. undefined: a sandbox may keep formats that never serve. */
  readonly ad?: LibraryAd;
  /** Of a sandbox, whose creatives nobody reviews. Absent: approved. Otherwise the reviews of the campaigns tell. */
  readonly standing?: { readonly status: string; readonly reason: string };
  /** Where the buyer is told of its reviews. */
  readonly notify?: BuyerWebhook;
};

export type LibraryCreativeState = 'kept' | 'archived' | 'deleted';

export type LibraryCreative = BuyerRecord<LibraryCreativeDefinition, LibraryCreativeState>;

/** Creatives of an account's library, by their ids. */
export type Library = ReadonlyMap<string, LibraryCreative>;

export const CREATIVE_TABLE = buyerTable<LibraryCreativeDefinition, LibraryCreativeState>({
  kind: 'library-creative',
  shown: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }),
});

export const creativeKey = (account: string, id: string) =>
  buyerRecordKey('library-creative', account, id);

/** Of one account. */
export const LIBRARY_CREATIVES_MAX = 5000;
