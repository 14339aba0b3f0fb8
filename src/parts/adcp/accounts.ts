import { createHash } from 'node:crypto';
import Type from 'typebox';
import { fieldOf } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';
import { findRecord, writeIn } from '../../store/store.ts';
import { authorOf, type Buyer } from './buyers.ts';
import { attempt, Refused, refuse } from './errors.ts';
import type { AccountReferenceArgs } from './fields.ts';
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

export const BUYER_ACCOUNT = recordKind({
  name: 'buyer-account',
  schema: Type.Unsafe<BuyerAccountDefinition>(Type.Object({})),
  // Until an operator has looked at it, it is `pending_approval`. One of a sandbox is `active` at once: it never serves.
  states: {
    pending_approval: ['active', 'rejected'],
    active: ['suspended', 'closed'],
    payment_required: ['active', 'suspended', 'closed'],
    rejected: ['active'],
    suspended: ['active', 'closed'],
    // Its buyer may open again what it has closed itself.
    closed: [],
  },
  kept: { buyer: '' },
  countMax: 100_000,
  shownDefinition: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }) as never,
  shownKept: ({ buyer }) => ({ buyer }),
});

export type BuyerAccount = RecordOf<typeof BUYER_ACCOUNT>;
export type BuyerAccountState = Exclude<BuyerAccount['state'], 'deleted'>;

/** Of one buyer. */
export const BUYER_ACCOUNTS_MAX = 1000;

/** Those of a buyer as a transaction finds them, the earliest first. */
export async function accountsOf(
  query: Query,
  { records }: { readonly records: Pick<Records, 'current'> },
  buyer: string,
): Promise<readonly BuyerAccount[]> {
  const all = await records.current(query, BUYER_ACCOUNT);
  return all
    .filter(({ kept }) => kept.buyer === buyer)
    .sort((one, other) => one.createdRevision - other.createdRevision);
}

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

/** As `findAccount`, for changes: the account has to be active. One that was never declared is kept from now on. */
export async function findActiveAccount(
  query: Query,
  sources: { readonly records: Pick<Records, 'current'> },
  { buyer, nowMs }: { readonly buyer: Buyer; readonly nowMs: number },
  reference: AccountReferenceArgs,
): Promise<BuyerAccount> {
  const field = 'account';
  const found = await findAccount(query, buyer, reference, field);
  checkState(found, field);
  if (found.revision > 0) return found;
  if ((await accountsLeft(query, sources, buyer.id)) <= 0) tooManyAccounts(field);
  const { id, state, definition, kept } = found;
  return writeIn(query, BUYER_ACCOUNT, id, {
    action: 'create',
    by: authorOf(buyer),
    nowMs,
    next: () => ({ state, definition, kept }),
  });
}

/** How many accounts a buyer may have beside those that it has. */
export async function accountsLeft(
  query: Query,
  { records }: { readonly records: Pick<Records, 'current'> },
  buyer: string,
): Promise<number> {
  const all = await records.current(query, BUYER_ACCOUNT);
  const own = all.filter(({ kept }) => kept.buyer === buyer);
  return Math.min(BUYER_ACCOUNTS_MAX - own.length, BUYER_ACCOUNT.countMax - all.length);
}

export const tooManyAccounts = (field: string) =>
  refuse.invalid(field, `expected at most ${BUYER_ACCOUNTS_MAX} accounts of a buyer in all`, {
    suggestion: 'Use an account that you have: list_accounts has them.',
  });

/** Of what is shown as a record and is none yet. */
const NEVER_STORED = {
  source: 'store',
  revision: 0,
  createdMs: 0,
  createdRevision: 0,
  changedMs: 0,
  changedBy: '',
} as const;

export const readAccount = (query: Query, id: string): Promise<BuyerAccount | undefined> =>
  findRecord(query, BUYER_ACCOUNT, id);

/** A buyer whose accounts are all of the sandbox does not reach those that it had before. */
export function isOf(buyer: Buyer, account: BuyerAccount): boolean {
  return account.kept.buyer === buyer.id && (account.definition.isSandbox || !buyer.isSandbox);
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

/** The account that a key of a call is used in, however it is named. A reference that is wrong names none. */
export function accountScope(buyer: Buyer, reference: AccountReferenceArgs): string {
  const key = attempt(() => naturalKeyOf(buyer, reference, 'account'));
  if (key === undefined) return reference.account_id ?? '';
  return key instanceof Refused ? '' : accountIdOf(buyer.id, key);
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
  return { ...NEVER_STORED, id, state: 'active', definition, kept: { buyer: buyer.id } };
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
  Record<Exclude<BuyerAccount['state'], 'active' | 'pending_approval' | 'payment_required'>, string>
> = {
  rejected: 'the operator of this exchange has refused the account',
  suspended: 'the operator of this exchange has suspended the account',
  closed: 'the account is closed',
  deleted: 'the account is closed',
};
