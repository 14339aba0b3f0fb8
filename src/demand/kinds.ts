import Type, { type Static } from 'typebox';
import type { Partner } from '../core/auction/partner.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { CAMPAIGNS, type CampaignsParts } from './campaigns/kind.ts';
import type { KindDeclaration, Traits } from './kind.ts';
import { OPENRTB, type OpenRtbParts } from './openrtb/kind.ts';
import { PRODUCT_SEARCH, type ProductSearchParts } from './product-search/kind.ts';

/** The kinds of partner, by the name that the config has for them. All that depends on the kind follows from here. */
export const KINDS = {
  campaigns: CAMPAIGNS,
  'product-search': PRODUCT_SEARCH,
  openrtb: OPENRTB,
} as const;

/** Of the config and the store together: the memory that workers share has a row for each. */
export const PARTNERS_MAX = 256;

type PartnerKind = keyof typeof KINDS;

type EntryByKind = { [K in PartnerKind]: Static<(typeof KINDS)[K]['schema']> };

/** An entry of `partners` in the config. */
export type PartnerConfig = EntryByKind[PartnerKind];

export const EntrySchema = Type.Unsafe<PartnerConfig>(
  Type.Union(
    Object.values(KINDS).map(({ schema }) => schema),
    { discriminator: 'kind', expects: 'an object with name and kind' },
  ),
);

/** What partners are made of. */
export type PartnerParts = CampaignsParts & ProductSearchParts & OpenRtbParts;

type EntryOf<K extends PartnerKind> = {
  [P in K]: DeepReadonly<EntryByKind[P]> & { readonly kind: P };
}[K];

const kinds: { readonly [K in PartnerKind]: KindDeclaration<EntryOf<K>, PartnerParts> } = KINDS;

export function traitsOf<K extends PartnerKind>(entry: EntryOf<K>): Traits {
  return kinds[entry.kind].traitsOf(entry);
}

export function entryFault<K extends PartnerKind>(entry: EntryOf<K>) {
  return kinds[entry.kind].faultOf?.(entry);
}

export function createPartner<K extends PartnerKind>(
  entry: EntryOf<K>,
  parts: PartnerParts,
): Partner {
  return kinds[entry.kind].create(entry, parts);
}
