import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { fieldOf } from '../../lib/schema-fault.ts';
import { writeIn } from '../../store/store.ts';
import {
  ACCOUNT_BILLINGS,
  type AccountBilling,
  accountIdOf,
  accountNameOf,
  accountsLeft,
  accountsOf,
  BUYER_ACCOUNT,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  type BuyerAccountDefinition,
  type BuyerAccountKey,
  type BuyerAccountState,
  isOf,
  naturalKeyOf,
  PAYMENT_TERMS,
  tooManyAccounts,
} from './accounts.ts';
import { authorOf, type Buyer } from './buyers.ts';
import { attempt, Refused, refuse } from './errors.ts';
import { AccountReference, Brand, IdempotencyKey, NATURAL_KEY, OPAQUE } from './fields.ts';
import { Pagination, pageOfList } from './paging.ts';
import { stopServing } from './serve-account.ts';
import { type BuyerCall, tool } from './tool.ts';
import { acceptWebhook, follow, PushNotificationConfig } from './webhooks.ts';
import type { FailedAccountRow } from './wire/writer.ts';

type NextAccount = Pick<BuyerAccount, 'id' | 'state' | 'definition' | 'kept'>;

/** The reason of an account that its buyer has closed. Only such a one is opened again by declaring it. */
const CLOSED_BY_BUYER = 'its buyer has left it out of sync_accounts with delete_missing';

const isBilling = (given: string): given is AccountBilling =>
  (ACCOUNT_BILLINGS as readonly string[]).includes(given);

type Declaration = {
  readonly buyer: Pick<Buyer, 'id'>;
  readonly key: BuyerAccountKey;
  /** undefined: it is new. */
  readonly current: BuyerAccount | undefined;
  /** Where it is in the arguments. */
  readonly field: string;
};

/**
 * What becomes of an account that a buyer declares. What an operator has approved stays as it was approved: who is invoiced, and
 * when it is paid.
 */
function declared(
  { billing = '', payment_terms: paymentTerms }: AccountEntry,
  { buyer, key, current, field }: Declaration,
): NextAccount {
  if (!isBilling(billing)) return unknownBilling(field);
  const terms = { billing, ...(paymentTerms && { paymentTerms }) };
  const first = key.isSandbox ? 'active' : 'pending_approval';
  if (current === undefined) {
    const definition = { ...key, name: accountNameOf(key), ...terms, reason: '' };
    return { id: accountIdOf(buyer.id, key), state: first, definition, kept: { buyer: buyer.id } };
  }
  const { state, definition } = current;
  if (state === 'closed' && definition.reason === CLOSED_BY_BUYER) {
    return { ...current, state: first, definition: { ...definition, ...terms, reason: '' } };
  }
  const changed = { ...definition, ...terms };
  if (state !== 'pending_approval' && !key.isSandbox) checkTerms(definition, changed, field);
  return { ...current, definition: changed };
}

/** What becomes of an account that its buyer has left out. undefined: it does not buy any more as it is. */
function leftOut(current: BuyerAccount): NextAccount | undefined {
  const { state, definition } = current;
  if (state === 'closed' || state === 'rejected') return undefined;
  return { ...current, state: 'closed', definition: { ...definition, reason: CLOSED_BY_BUYER } };
}

function checkTerms(
  before: BuyerAccountDefinition,
  after: BuyerAccountDefinition,
  field: string,
): void {
  if (before.billing !== after.billing) {
    refuse.billingNotSupported(`${field}.billing`, `the account has ${before.billing}`, {
      suggestion: 'Ask the operator of this exchange to change who is invoiced.',
      details: { scope: 'account' },
    });
  }
  if (before.paymentTerms === after.paymentTerms) return;
  const was = before.paymentTerms ?? 'those of the operator';
  refuse.paymentTermsNotSupported(`${field}.payment_terms`, `the account has ${was}`, {
    suggestion: 'Leave payment_terms out, or ask the operator of this exchange to change them.',
  });
}

const unknownBilling = (field: string) =>
  refuse.billingNotSupported(`${field}.billing`, `expected ${ACCOUNT_BILLINGS.join(' or ')}`, {
    suggestion: `Send one of ${ACCOUNT_BILLINGS.join(', ')}.`,
    details: { scope: 'capability', supported_billing: ACCOUNT_BILLINGS },
  });

const ListSchema = Type.Object({
  account: Type.Optional(AccountReference),
  status: Type.Optional(Type.Enum(Object.keys(BUYER_ACCOUNT.states) as BuyerAccountState[])),
  sandbox: Type.Optional(Type.Boolean()),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

export const listAccounts = tool('list_accounts', {
  description: 'The accounts that you have declared, and the state of each.',
  input: ListSchema,
  async run({ account, status, sandbox, pagination }, { buyer, write, query, sources }) {
    const key = account && naturalKeyOf(buyer, account, 'account');
    const id = key === undefined ? account?.account_id : accountIdOf(buyer.id, key);
    const isAsked = (one: BuyerAccount) =>
      isOf(buyer, one) &&
      (id === undefined || one.id === id) &&
      (status === undefined || one.state === status) &&
      (sandbox === undefined || one.definition.isSandbox === sandbox);
    const page = await pageOfList({
      list: 'list_accounts',
      asked: pagination,
      items: await accountsOf(query, sources, buyer.id),
      shown: (one) => (isAsked(one) ? write.account(one) : undefined),
    });
    return { accounts: page.items, pagination: page.pagination };
  },
});

/** Beside its key, an entry has how it is paid, or it names an account that is there already. */
const Entry = Type.Object({
  account: Type.Optional(AccountReference),
  ...NATURAL_KEY,
  brand: Type.Optional(Brand),
  operator: Type.Optional(NATURAL_KEY.operator),
  billing: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  payment_terms: Type.Optional(Type.Enum([...PAYMENT_TERMS])),
});

const ArgsSchema = Type.Object({
  idempotency_key: IdempotencyKey,
  accounts: Type.Array(Entry, { maxItems: BUYER_ACCOUNTS_MAX }),
  delete_missing: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
  push_notification_config: Type.Optional(PushNotificationConfig),
  ...OPAQUE,
});

type SyncArgs = DeepReadonly<Static<typeof ArgsSchema>>;
type AccountEntry = SyncArgs['accounts'][number];

export const syncAccounts = tool('sync_accounts', {
  description: 'Declares the accounts for which you buy: a brand, its operator, and who pays.',
  input: ArgsSchema,
  isChange: true,
  async run(args, call) {
    for (const [index, entry] of args.accounts.entries()) checkEntry(entry, index);
    const accounts = await syncedRows(args, call);
    return { ...(args.dry_run === true && { dry_run: true }), accounts };
  },
});

async function declare({ query, sources, buyer, nowMs }: BuyerCall, next: NextAccount) {
  const { id, ...rest } = next;
  const written = { action: 'declare', by: authorOf(buyer), nowMs, next: () => rest };
  const stored = await writeIn(query, BUYER_ACCOUNT, id, written);
  await follow(query, BUYER_ACCOUNT, stored);
  const { partner } = sources.config().adcp;
  if (stored.state === 'closed') await stopServing(query, stored, { partner, nowMs });
  return stored;
}

async function syncedRows(args: SyncArgs, call: BuyerCall): Promise<readonly object[]> {
  const { buyer, write, query, sources, version } = call;
  const told = { version, task: 'sync_accounts' };
  const notify = acceptWebhook(args.push_notification_config, told);
  const all = await accountsOf(query, sources, buyer.id);
  const known = new Map(all.map((account) => [account.id, account]));
  const countMax = known.size + (await accountsLeft(query, sources, buyer.id));
  const included = new Set<string | undefined>();
  const rows: object[] = [];
  for (const [index, entry] of args.accounts.entries()) {
    const field = `accounts[${index}]`;
    const next = attempt(() => {
      const key = naturalKeyOf(buyer, entry.account ?? entry, field);
      const id = key === undefined ? entry.account?.account_id : accountIdOf(buyer.id, key);
      included.add(id);
      if (key === undefined || entry.account !== undefined) return noSettings(field);
      const current = known.get(id ?? '');
      if (current === undefined && known.size >= countMax) tooManyAccounts(field);
      return declared(entry, { buyer, key, current, field });
    });
    if (next instanceof Refused) {
      rows.push(write.failedAccount(failedRow(entry, next)));
      continue;
    }
    const before = known.get(next.id);
    const isSame =
      before?.state === next.state && isDeepStrictEqual(before.definition, next.definition);
    const definition = { ...next.definition, ...(notify && { notify }) };
    const isKept = isSame && isDeepStrictEqual(before.definition, definition);
    const shown = isKept ? before : await declare(call, { ...next, definition });
    known.set(shown.id, shown);
    const action = before === undefined ? 'created' : isSame ? 'unchanged' : 'updated';
    rows.push({ ...write.account(shown), action, ...warningsOf(entry, args) });
  }
  if (args.delete_missing !== true) return rows;
  for (const account of all) {
    const next = included.has(account.id) || !isOf(buyer, account) ? undefined : leftOut(account);
    if (next === undefined) continue;
    rows.push({ ...write.account(await declare(call, next)), action: 'updated' });
  }
  return rows;
}

/** Of an entry that is neither a declaration nor names an account. */
function checkEntry(entry: AccountEntry, index: number): void {
  const field = `accounts[${index}]`;
  const declaring = ['brand', 'operator', 'billing'] as const;
  if (entry.account !== undefined) {
    const beside = declaring.find((name) => entry[name] !== undefined);
    if (beside === undefined) return;
    refuse.malformed(`${field}.${beside}`, `expected account without ${beside}`);
  }
  const missing = declaring.find((name) => entry[name] === undefined);
  if (missing === undefined) return;
  refuse.malformed(`${field}.${missing}`, 'expected brand, operator and billing');
}

const noSettings = (field: string) =>
  refuse.unsupportedProvisioning(
    `${field}.account`,
    'nothing of an account is changed by naming it',
    { suggestion: 'Send brand, operator and billing instead of account.' },
  );

/** As it was named: an account of another buyer is as unknown as one that nobody has. */
function failedRow(
  { account, brand, operator }: AccountEntry,
  { errors }: Refused,
): FailedAccountRow {
  const named = account === undefined ? { brand, operator } : { account };
  return { ...named, action: 'failed', errors };
}

/** What a buyer may have sent, and what is done instead. Nothing that is bought depends on it. */
const NOT_KEPT = {
  billing_entity: 'send it to the operator of this exchange',
  preferred_reporting_protocol: 'reports are read by get_media_buy_delivery',
  reporting_delivery_configs: 'reports are read by get_media_buy_delivery',
  notification_configs: 'push_notification_config of sync_accounts is told the state of an account',
} as const;

function warningsOf(
  entry: AccountEntry,
  args: SyncArgs,
): { readonly warnings?: readonly string[] } {
  const isGiven = (name: string) =>
    [entry, args].some((given) => fieldOf<unknown>(given, name) !== undefined);
  const warnings = Object.entries(NOT_KEPT)
    .filter(([name]) => isGiven(name))
    .map(([name, instead]) => `${name} is not kept: ${instead}.`);
  return warnings.length === 0 ? {} : { warnings };
}
