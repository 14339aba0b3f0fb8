import Type from 'typebox';
import type { CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
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
  /** Of the buyer's own choosing: unique within the account. */
  readonly id: string;
  readonly name: string;
  /** The format and the assets as the buyer has sent them. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** What a campaign shows of it. undefined: a sandbox may keep formats that never serve. */
  readonly ad?: LibraryAd;
  /** Where the buyer is told of its reviews. */
  readonly notify?: BuyerWebhook;
};

export const LIBRARY_CREATIVE = recordKind({
  name: 'library-creative',
  schema: Type.Unsafe<LibraryCreativeDefinition>(Type.Object({})),
  states: { kept: ['archived'], archived: ['kept'] },
  kept: { buyer: '', account: '' },
  ownerOf: ({ account }) => account,
  countMax: 5000,
  shownDefinition: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }) as never,
  shownKept: (kept) => kept,
});

export type LibraryCreative = RecordOf<typeof LIBRARY_CREATIVE>;
export type LibraryCreativeState = Exclude<LibraryCreative['state'], 'deleted'>;

/** Creatives of an account's library, by their ids. */
export type Library = ReadonlyMap<string, LibraryCreative>;

/** The id of the record. */
export const creativeKey = (account: string, id: string) => `${account}/${id}`;
