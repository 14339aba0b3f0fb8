import type { TSchema } from 'typebox';
import type { HttpPartner, LocalPartner } from '../core/auction/partner.ts';

/** A kind of partner: all that the exchange has to know of it. Each folder here declares one. */
export type KindDeclaration<Entry, Parts> = {
  /** Of its entries in `partners` of the config. */
  readonly schema: TSchema;
  readonly traitsOf: (entry: Entry) => Traits;
  /** A fault of an entry that its schema cannot state, at one of its keys or, without one, of the whole. */
  readonly faultOf?: (
    entry: Entry,
  ) => { readonly key?: string; readonly reason: string } | undefined;
} & (
  | { readonly isRemote: false; readonly create: (entry: Entry, parts: Parts) => LocalPartner }
  | { readonly isRemote: true; readonly create: (entry: Entry, parts: Parts) => HttpPartner }
);

/** What holds for one partner, by its entry in the config. */
export type Traits = {
  /** Its number in the Global Vendor List. */
  readonly gvlId: number | undefined;
  /** Whether it is not asked at all without a legal basis. */
  readonly needsConsent: boolean;
  /** The seats that it bids for; undefined: unknown. */
  readonly seats: readonly string[] | undefined;
  /** Who calls the trackers in its ads. */
  readonly trackers: 'client' | 'server';
  /** Whether the URLs in its bids may lead to internal addresses; undefined: nobody has decided, and they may not. */
  readonly internalNotices: boolean | undefined;
  /** Where its campaigns are, if they are ours. */
  readonly campaigns: CampaignSource | undefined;
  /** By its advertisers: the versions of their keys that are accepted, the one to hand out first. */
  readonly advertiserKeys: Readonly<Record<string, readonly number[]>>;
  /** Whether it asks the product service that ships with Parley. */
  readonly usesCatalog: boolean;
  /** The clicks that an impression of its offers is expected to bring at first, where it has offers. */
  readonly offerClickRate: number | undefined;
  /** What its author may not expect: sentences for `parley check` that go on after the name of the partner. */
  readonly notes: readonly string[];
};

/** Of a partner whose ads have no trackers and whose bids have no notices. */
export const USUAL_TRAITS: Traits = {
  gvlId: undefined,
  needsConsent: false,
  seats: undefined,
  trackers: 'client',
  internalNotices: false,
  campaigns: undefined,
  advertiserKeys: {},
  usesCatalog: false,
  offerClickRate: undefined,
  notes: [],
};

export type CampaignSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'store'; readonly needsApproval: boolean };
