import { type BuyerRecord, buyerTable } from './buyer-table.ts';
import { type BuyerWebhook, shownWebhook } from './buyer-webhook.ts';

/** On whose behalf a buyer buys: a brand, and who operates for it. The natural key of an account in AdCP. */
export type BuyerAccountKey = {
  readonly brand: BrandReference;
  readonly operator: string;
  readonly isSandbox: boolean;
};

export type BrandReference = { readonly domain: string; readonly brand_id?: string };

/** An agent that a buyer wants to be asked before its buys are confirmed. This exchange keeps it and asks nobody. */
export type GovernanceAgent = {
  readonly url: string;
  readonly categories?: readonly string[];
};

export type BuyerAccountDefinition = BuyerAccountKey & {
  readonly name: string;
  readonly billing: 'operator' | 'agent' | 'advertiser';
  readonly paymentTerms?: string;
  readonly governanceAgents: readonly GovernanceAgent[];
  /** What the operator says of its state, or ''. */
  readonly reason: string;
  /** Where the buyer is told of its state. */
  readonly notify?: BuyerWebhook;
};

/** `pending_approval` until an operator has looked at it. One of a sandbox is `active` at once: it never serves. */
export const BUYER_ACCOUNT_STATES = [
  'pending_approval',
  'active',
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

/** Of one buyer. */
export const BUYER_ACCOUNTS_MAX = 1000;
