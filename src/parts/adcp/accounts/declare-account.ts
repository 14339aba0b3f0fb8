import type { Buyer } from '../buyers.ts';
import { type AdcpError, fail } from '../errors.ts';
import {
  ACCOUNT_BILLINGS,
  type AccountBilling,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  type BuyerAccountDefinition,
  type BuyerAccountKey,
  type BuyerAccountState,
  type PaymentTerms,
} from '../records/account-record.ts';
import type { NextBuyerRecord } from '../records/buyer-table.ts';
import { accountIdOf, accountNameOf } from './accounts.ts';

export type NextBuyerAccount = NextBuyerRecord<BuyerAccountDefinition, BuyerAccountState>;

/** What a buyer says of an account beside its key. */
type DeclaredTerms = {
  readonly billing: string;
  readonly payment_terms?: PaymentTerms | undefined;
};

/** What a declaration makes of an account. */
type DeclaredAccount =
  | { readonly action: 'created' | 'updated'; readonly next: NextBuyerAccount }
  | { readonly action: 'unchanged'; readonly current: BuyerAccount };

type DeclareSituation = {
  readonly buyer: Pick<Buyer, 'id'>;
  readonly key: BuyerAccountKey;
  readonly current: BuyerAccount | undefined;
  /** How many accounts the buyer has. */
  readonly count: number;
  /** Where the declaration is in the arguments. */
  readonly field: string;
};

/** The reason of an account that its buyer has closed. Only such a one is opened again by declaring it. */
const CLOSED_BY_BUYER = 'its buyer has left it out of sync_accounts with delete_missing';

const isBilling = (given: string): given is AccountBilling =>
  (ACCOUNT_BILLINGS as readonly string[]).includes(given);

/**
 * One account that a buyer declares. What an operator has approved stays as it was approved: who is invoiced, and when it is
 * paid.
 */
export function declareAccount(
  { billing, payment_terms: paymentTerms }: DeclaredTerms,
  { buyer, key, current, count, field }: DeclareSituation,
): DeclaredAccount | AdcpError {
  if (!isBilling(billing)) return unknownBilling(field);
  const terms = { billing, ...(paymentTerms && { paymentTerms }) };
  if (current === undefined) {
    if (count >= BUYER_ACCOUNTS_MAX) return tooMany(field);
    const id = accountIdOf(buyer.id, key);
    const definition = { ...key, name: accountNameOf(key), ...terms, reason: '' };
    const next = { id, buyer: buyer.id, account: id, state: firstState(key), definition };
    return { action: 'created', next };
  }
  const { state, definition } = current;
  const changed = { ...definition, ...terms };
  if (state === 'closed' && definition.reason === CLOSED_BY_BUYER) {
    const next = { ...current, state: firstState(key), definition: { ...changed, reason: '' } };
    return { action: 'updated', next };
  }
  const fault = changedTerms(definition, changed, field);
  if (fault === undefined) return { action: 'unchanged', current };
  const isOpen = state === 'pending_approval' || key.isSandbox;
  return isOpen ? { action: 'updated', next: { ...current, definition: changed } } : fault;
}

/** What becomes of an account that its buyer has left out. undefined: it does not buy any more as it is. */
export function leftOut(current: BuyerAccount): NextBuyerAccount | undefined {
  const { state, definition } = current;
  if (state === 'closed' || state === 'rejected') return undefined;
  return { ...current, state: 'closed', definition: { ...definition, reason: CLOSED_BY_BUYER } };
}

function firstState({ isSandbox }: BuyerAccountKey): BuyerAccountState {
  return isSandbox ? 'active' : 'pending_approval';
}

function changedTerms(
  before: BuyerAccountDefinition,
  after: BuyerAccountDefinition,
  field: string,
): AdcpError | undefined {
  if (before.billing !== after.billing) {
    return fail.billingNotSupported(`${field}.billing: the account has ${before.billing}`, {
      field: `${field}.billing`,
      suggestion: 'Ask the operator of this exchange to change who is invoiced.',
      details: { scope: 'account' },
    });
  }
  if (before.paymentTerms === after.paymentTerms) return undefined;
  const was = before.paymentTerms ?? 'those of the operator';
  return fail.paymentTermsNotSupported(`${field}.payment_terms: the account has ${was}`, {
    field: `${field}.payment_terms`,
    suggestion: 'Leave payment_terms out, or ask the operator of this exchange to change them.',
  });
}

const unknownBilling = (field: string) =>
  fail.billingNotSupported(`${field}.billing: expected ${ACCOUNT_BILLINGS.join(' or ')}`, {
    field: `${field}.billing`,
    suggestion: `Send one of ${ACCOUNT_BILLINGS.join(', ')}.`,
    details: { scope: 'capability', supported_billing: ACCOUNT_BILLINGS },
  });

const tooMany = (field: string) =>
  fail.invalid(`${field}: expected at most ${BUYER_ACCOUNTS_MAX} accounts of a buyer in all`, {
    field,
    suggestion: 'Use an account that you have: list_accounts has them.',
  });
