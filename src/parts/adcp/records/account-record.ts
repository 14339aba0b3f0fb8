import { type BuyerWebhook, shownWebhook } from '../told/webhooks.ts';
import { type BuyerRecord, buyerRecordKey, buyerTable } from './buyer-table.ts';

/** On whose behalf a buyer buys: a brand, and who operates for it. The natural key of an account in AdCP. */
export type BuyerAccountKey = {
  readonly brand: BrandReference;
  readonly operator: string;
  readonly isSandbox: boolean;
};

export type BrandReference = { readonly domain: string; readonly brand_id?: string };

/** Whom the operator of this exchange invoices: who buys for the brand, or the buyer with the token. */
export const ACCOUNT_BILLINGS = ['operator', 'agent'] as const;

export type AccountBilling = (typeof ACCOUNT_BILLINGS)[number];

/** What an operator who approves an account agrees to. */
export const PAYMENT_TERMS = ['net_15', 'net_30', 'net_45', 'net_60', 'net_90', 'prepay'] as const;

export type PaymentTerms = (typeof PAYMENT_TERMS)[number];

export type BuyerAccountDefinition = BuyerAccountKey & {
  readonly name: string;
  readonly billing: AccountBilling;
  readonly paymentTerms?: PaymentTerms;
  /** What the operator says of its state, or ''. */
  readonly reason: string;
  /** Where the buyer is told of its state. */
  readonly notify?: BuyerWebhook;
};

/**
 * `pending_approval` until an operator has looked at it. One of a sandbox is `active` at once: it never serves.
 */
export const BUYER_ACCOUNT_STATES = [
  'pending_approval',
  'active',
  'payment_required',
  'rejected',
  'suspended',
  'closed',
  'deleted',
] as const;

export type BuyerAccountState = (typeof BUYER_ACCOUNT_STATES)[number];

export type BuyerAccount = BuyerRecord<BuyerAccountDefinition, BuyerAccountState>;

export const BUYER_ACCOUNT_TABLE = buyerTable<BuyerAccountDefinition, BuyerAccountState>({
  kind: 'buyer-account',
  name: 'accounts of buyers',
  shown: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }),
});

export const accountRecordKey = (id: string) => buyerRecordKey('buyer-account', id, id);

/** Of one buyer. */
export const BUYER_ACCOUNTS_MAX = 1000;
