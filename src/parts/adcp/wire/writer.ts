import type { BuyerAccount } from '../accounts.ts';
import type { CreativeStatus } from '../creatives.ts';
import type { AdcpError } from '../errors.ts';
import type { SellerFormat } from '../formats.ts';
import type { BuyWriter } from './buys.ts';
import type { CreativeTerms, ListedCreative, ListedProduct, SellerFacts } from './written.ts';

/** Writes the internal model in one version of the protocol. */
export type Writer = {
  /** What every answer that succeeded has beside its body. */
  readonly completed: (body: object) => object;
  readonly failed: (errors: readonly [AdcpError, ...AdcpError[]]) => object;
  readonly capabilities: (facts: SellerFacts) => { readonly media_buy: object };
  readonly product: (product: ListedProduct) => object;
  readonly account: (account: BuyerAccount) => Readonly<Record<string, unknown>>;
  /** Of a list of accounts: one that was not changed, and whose state is not known. */
  readonly failedAccount: (row: FailedAccountRow) => object;
  readonly creativeStatus: (status: CreativeStatus) => string;
  /** A creative in the list of a library. */
  readonly creative: (
    listed: ListedCreative,
    terms: CreativeTerms,
  ) => Readonly<Record<string, unknown>>;
  readonly format: (format: SellerFormat) => object;
} & BuyWriter;

/** Named by its brand and operator, or by a reference. */
export type FailedAccountRow = {
  readonly account?: object | undefined;
  readonly brand?: object | undefined;
  readonly operator?: string | undefined;
  readonly action: 'failed';
  readonly errors: readonly AdcpError[];
};
