import { createHash } from 'node:crypto';
import { fieldOf } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import type { Buyer } from './buyers.ts';
import { refuse } from './errors.ts';
import type { AccountReferenceArgs } from './fields.ts';
import { type BuyerRecord, buyerRecordKey, buyerTable, NEVER_STORED } from './records.ts';
import { type BuyerWebhook, shownWebhook } from './webhooks.ts';

/** Prices, budgets and reports are in this currency, whatever the account. */
export const ACCOUNT_CURRENCY = 'USD';

/** Days of budgets and reports begin at midnight of this time zone, whatever the account. */
export const ACCOUNT_TIMEZONE = 'UTC';

/** What a buyer reads while its account waits. */
export const SETUP = {
  message: 'An operator of this exchange approves the account before its first buy.',
} as const;

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
  shown: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }),
});

export const accountRecordKey = (id: string) => buyerRecordKey('buyer-account', id, id);

/** Of one buyer. */
export const BUYER_ACCOUNTS_MAX = 1000;

const ID_LENGTH = 24;

/** The same for the same key, so that an account is found by either, and declared twice it is one. */
export function accountIdOf(buyer: string, { brand, operator, isSandbox }: BuyerAccountKey) {
  const named = JSON.stringify([buyer, brand.domain, brand.brand_id ?? '', operator, isSandbox]);
  const hash = createHash('sha256').update(named).digest('hex');
  return `acc_${hash.slice(0, ID_LENGTH)}`;
}

/**
 * The account of this buyer that a reference names, whatever its state. Of a sandbox, one that was never declared is
 * found by its natural key: it never serves, so there is nothing to approve.
 */
export async function findAccount(
  query: Query,
  buyer: Buyer,
  reference: AccountReferenceArgs,
  field = 'account',
): Promise<BuyerAccount> {
  const key = naturalKeyOf(buyer, reference, field);
  const id = key === undefined ? reference.account_id : accountIdOf(buyer.id, key);
  const found = id === undefined ? undefined : await readAccount(query, id);
  if (found !== undefined && isOf(buyer, found)) return found;
  if (key?.isSandbox === true) return undeclared(buyer, key);
  return refuse.accountNotFound(field);
}

/** As `findAccount`, for changes: the account has to be active. */
export async function findActiveAccount(
  query: Query,
  buyer: Buyer,
  reference: AccountReferenceArgs,
  field = 'account',
): Promise<BuyerAccount> {
  const found = await findAccount(query, buyer, reference, field);
  checkState(found, field);
  return found;
}

/** undefined where there is none, and of one that is deleted. */
export async function readAccount(query: Query, id: string): Promise<BuyerAccount | undefined> {
  const found = await BUYER_ACCOUNT_TABLE.read(query, accountRecordKey(id));
  return found?.state === 'deleted' ? undefined : found;
}

/** A buyer whose accounts are all of the sandbox does not reach those that it had before. */
export function isOf(buyer: Buyer, account: BuyerAccount): boolean {
  return account.buyer === buyer.id && (account.definition.isSandbox || !buyer.isSandbox);
}

/** Whether a buyer reaches what is of an account. One without a record was never declared, and is of a sandbox. */
export function isReachedBy(
  buyer: Buyer,
  owner: { readonly buyer: string },
  account: BuyerAccount | undefined,
): boolean {
  return owner.buyer === buyer.id && (account === undefined || isOf(buyer, account));
}

/** undefined: the reference is an id. */
export function naturalKeyOf(
  buyer: Buyer,
  reference: AccountReferenceArgs,
  field: string,
): BuyerAccountKey | undefined {
  const { account_id: id, brand, operator, sandbox = false } = reference;
  const isNamed = brand !== undefined && operator !== undefined;
  if ((id === undefined) !== isNamed || (id !== undefined && brand !== undefined)) {
    return refuse.invalid(field, 'expected either account_id, or brand and operator');
  }
  if (!isNamed) return undefined;
  checkQualifier(reference, field);
  return { brand: brandOf(brand), operator, isSandbox: buyer.isSandbox || sandbox };
}

/** What names a brand, without what describes it. */
export function brandOf({ domain, brand_id }: BrandReference): BrandReference {
  return brand_id === undefined ? { domain } : { domain, brand_id };
}

/** An account that differs from another only by these is not kept apart from it, and must not be taken for it. */
function checkQualifier(
  { brand, operator_unit, currency, timezone }: AccountReferenceArgs,
  field: string,
): void {
  const refused = (name: string, reason: string) =>
    refuse.unsupported(`${field}.${name}`, reason, { suggestion: `Leave ${name} out.` });
  if (operator_unit !== undefined) {
    refused('operator_unit', 'accounts are of a brand and an operator, without units');
  }
  if (brand !== undefined && fieldOf<unknown>(brand, 'countries') !== undefined) {
    refused('brand.countries', 'accounts are of a brand in all countries');
  }
  if (currency !== undefined && currency !== ACCOUNT_CURRENCY) {
    refused('currency', `all accounts are in ${ACCOUNT_CURRENCY}`);
  }
  if (timezone !== undefined && timezone !== ACCOUNT_TIMEZONE) {
    refused('timezone', `all accounts are in ${ACCOUNT_TIMEZONE}`);
  }
}

/** What an account is called: its brand, and who buys for it. */
export function accountNameOf({ brand, operator }: BuyerAccountKey): string {
  const { domain, brand_id } = brand;
  const name = brand_id === undefined ? domain : `${brand_id} of ${domain}`;
  return operator === domain ? name : `${name} by ${operator}`;
}

function undeclared(buyer: Buyer, key: BuyerAccountKey): BuyerAccount {
  const id = accountIdOf(buyer.id, key);
  const definition: BuyerAccountDefinition = {
    ...key,
    name: accountNameOf(key),
    billing: 'operator',
    reason: '',
  };
  return { id, buyer: buyer.id, account: id, state: 'active', definition, ...NEVER_STORED };
}

function checkState({ state, definition }: BuyerAccount, field: string): void {
  if (state === 'active') return;
  const because = definition.reason === '' ? '' : `: ${definition.reason}`;
  if (state === 'pending_approval') {
    refuse.accountSetupRequired(field, 'an operator has not approved the account yet', {
      suggestion: 'Ask again once list_accounts says that it is active.',
      details: { setup: SETUP },
    });
  } else if (state === 'payment_required') {
    refuse.accountPaymentRequired(`the account has to be paid first${because}`, field);
  } else {
    refuse.accountSuspended(`${REFUSED[state]}${because}`, field);
  }
}

const REFUSED: Readonly<
  Record<Exclude<BuyerAccountState, 'active' | 'pending_approval' | 'payment_required'>, string>
> = {
  rejected: 'the operator of this exchange has refused the account',
  suspended: 'the operator of this exchange has suspended the account',
  closed: 'the account is closed',
  deleted: 'the account is closed',
};
