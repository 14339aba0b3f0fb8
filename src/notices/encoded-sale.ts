import type { Sale } from '../sale/fact.ts';

/** What the payload of a token holds. */
export type EncodedSale = {
  readonly sale: Sale;
  /** The price in the currency of the response, which is what a notice names. */
  readonly responseMicros: number;
};

/** The part of a token that selects the key for verifying it. */
export type SaleHeader = { readonly keyTag: number; readonly soldMs: number };
