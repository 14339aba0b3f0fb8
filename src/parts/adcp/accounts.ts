import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { Query } from '../../lib/sql/database.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import { findRecord, writeIn } from '../../store/store.ts';
import { attempt, noAccount, Refused, refuse, refuseWith } from './errors.ts';
import type { AccountReferenceArgs } from './fields.ts';
import { authorOf, type Buyer, type SellerSources } from './seller-terms.ts';
import { type BuyerWebhook, shownWebhook } from './webhooks.ts';

/** What a buyer reads while its account waits. */
export const SETUP = {
  message: 'An operator of this exchange approves the account before its first buy.',
} as const;

export type BrandReference = { readonly domain: string; readonly brand_id?: string };

/** On whose behalf a buyer buys: a brand, and who operates for it. The natural key of an account in AdCP. */
export type BuyerAccountKey = {
  readonly brand: BrandReference;
  readonly operator: string;
  readonly isSandbox: boolean;
};

/** Whom the operator of this exchange invoices: who buys for the brand, or the buyer with the token. */
export const ACCOUNT_BILLINGS = ['operator', 'agent'] as const;

/** What an operator who approves an account agrees to. */
export const PAYMENT_TERMS = ['net_15', 'net_30', 'net_45', 'net_60', 'net_90', 'prepay'] as const;

export type BuyerAccountDefinition = BuyerAccountKey & {
  readonly name: string;
  readonly billing: (typeof ACCOUNT_BILLINGS)[number];
  readonly paymentTerms?: (typeof PAYMENT_TERMS)[number];
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

type AccountSources = Pick<SellerSources, 'records'>;

/** Those of a buyer as a transaction finds them, the earliest first. */
export async function accountsOf(
  query: Query,
  { records }: AccountSources,
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

/** What names a brand, without what describes it. */
export const brandOf = ({ domain, brand_id }: BrandReference): BrandReference =>
  brand_id === undefined ? { domain } : { domain, brand_id };

/** An account as a buyer declares it by its key. */
export function newAccount(key: BuyerAccountKey): BuyerAccountDefinition {
  const { brand, operator } = key;
  const { domain, brand_id } = brand;
  const name = brand_id === undefined ? domain : `${brand_id} of ${domain}`;
  return {
    ...key,
    name: operator === domain ? name : `${name} by ${operator}`,
    billing: 'operator',
    reason: '',
  };
}

type NamedKey = {
  readonly brand: BrandReference;
  readonly operator: string;
  readonly sandbox?: boolean | undefined;
};

export const keyOf = (
  buyer: Buyer,
  { brand, operator, sandbox = false }: NamedKey,
): BuyerAccountKey => ({
  brand: brandOf(brand),
  operator,
  isSandbox: buyer.sandbox === true || sandbox,
});

/** What account a reference means, by its id or by its key. */
export function namedAccount(
  buyer: Buyer,
  { account_id: id, brand, operator, sandbox }: AccountReferenceArgs,
  field = 'account',
): { readonly id: string; readonly key?: BuyerAccountKey } {
  if (id !== undefined && brand === undefined && operator === undefined) return { id };
  if (id !== undefined || brand === undefined || operator === undefined) {
    return refuse.invalid(field, 'expected either account_id, or brand and operator');
  }
  const key = keyOf(buyer, { brand, operator, sandbox });
  return { id: accountIdOf(buyer.id, key), key };
}

/** The account that a key of a call is used in, however it is named. A reference that is wrong names none. */
export function accountScope(buyer: Buyer, reference: AccountReferenceArgs): string {
  const named = attempt(() => namedAccount(buyer, reference));
  return named instanceof Refused ? '' : named.id;
}

/** A buyer whose accounts are all of the sandbox does not reach those that it had before. */
export const isOf = (buyer: Buyer, { kept, definition }: BuyerAccount): boolean =>
  kept.buyer === buyer.id && (definition.isSandbox || buyer.sandbox !== true);

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
  const { id, key } = namedAccount(buyer, reference, field);
  const found = await findRecord(query, BUYER_ACCOUNT, id);
  if (found !== undefined && isOf(buyer, found)) return found;
  if (key?.isSandbox !== true) return refuseWith(noAccount(field));
  const kept = { buyer: buyer.id };
  return { ...NEVER_STORED, id, state: 'active', definition: newAccount(key), kept };
}

/** Of what is shown as a record and is none yet. */
const NEVER_STORED = {
  source: 'store',
  revision: 0,
  createdMs: 0,
  createdRevision: 0,
  changedMs: 0,
  changedBy: '',
} as const;

/** As `findAccount`, for changes: the account has to be active. One that was never declared is kept from now on. */
export async function findActiveAccount(
  query: Query,
  sources: AccountSources,
  { buyer, nowMs }: { readonly buyer: Buyer; readonly nowMs: number },
  reference: AccountReferenceArgs,
): Promise<BuyerAccount> {
  const found = await findAccount(query, buyer, reference);
  checkState(found);
  if (found.revision > 0) return found;
  if ((await accountsLeft(query, sources, buyer.id)) <= 0) tooManyAccounts('account');
  const { id, state, definition, kept } = found;
  const next = () => ({ state, definition, kept });
  return writeIn(query, BUYER_ACCOUNT, id, { action: 'create', by: authorOf(buyer), nowMs, next });
}

/** How many accounts a buyer may have beside those that it has. */
export async function accountsLeft(
  query: Query,
  { records }: AccountSources,
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

function checkState({ state, definition: { reason } }: BuyerAccount): void {
  const because = reason === '' ? '' : `: ${reason}`;
  if (state === 'pending_approval') {
    refuse.accountSetupRequired('account', 'an operator has not approved the account yet', {
      suggestion: 'Ask again once list_accounts says that it is active.',
      details: { setup: SETUP },
    });
  }
  if (state === 'payment_required') {
    refuse.accountPaymentRequired('account', `it has to be paid first${because}`);
  }
  if (state !== 'active') {
    const what = state === 'closed' ? 'it is closed' : `the operator has ${state} it`;
    refuse.accountSuspended('account', `${what}${because}`);
  }
}
