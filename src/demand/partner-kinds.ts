/**
 * The kinds of partner, as the config names them. A kind in the config's schema that is missing here does not
 * compile.
 */
export const PARTNER_KINDS = {
  campaigns: { isRemote: false },
  'product-search': { isRemote: true },
  openrtb: { isRemote: true },
} as const satisfies Readonly<Record<string, { readonly isRemote: boolean }>>;

export type PartnerKind = keyof typeof PARTNER_KINDS;
