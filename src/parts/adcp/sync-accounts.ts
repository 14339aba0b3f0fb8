import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { fieldOf } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  ACCOUNT_BILLINGS,
  type AccountBilling,
  accountIdOf,
  accountNameOf,
  accountRecordKey,
  BUYER_ACCOUNT_STATES,
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  type BuyerAccountDefinition,
  type BuyerAccountKey,
  type BuyerAccountState,
  isOf,
  naturalKeyOf,
  PAYMENT_TERMS,
  type PaymentTerms,
} from './accounts.ts';
import type { Buyer } from './buyers.ts';
import { authorOf, changeOnce, UNREACHABLE } from './change-once.ts';
import { type AdcpError, attempt, fail, Refused, refuse, refuseWith } from './errors.ts';
import { AccountReference, Brand, IdempotencyKey, NATURAL_KEY, OPAQUE } from './fields.ts';
import { Pagination, pageOf } from './paging.ts';
import { NEVER_STORED, type NextBuyerRecord } from './records.ts';
import { stopServing } from './serve-account.ts';
import { type BuyerCall, done, type SellerSources, type Tool } from './tool.ts';
import { acceptWebhook, type BuyerWebhook, follow, PushNotificationConfig } from './webhooks.ts';
import type { FailedAccountRow } from './wire/writer.ts';

type NextBuyerAccount = NextBuyerRecord<BuyerAccountDefinition, BuyerAccountState>;

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
function declareAccount(
  { billing, payment_terms: paymentTerms }: DeclaredTerms,
  { buyer, key, current, count, field }: DeclareSituation,
): DeclaredAccount {
  if (!isBilling(billing)) return unknownBilling(field);
  const terms = { billing, ...(paymentTerms && { paymentTerms }) };
  if (current === undefined) {
    if (count >= BUYER_ACCOUNTS_MAX) tooMany(field);
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
  if (!isOpen) refuseWith(fault);
  return { action: 'updated', next: { ...current, definition: changed } };
}

/** What becomes of an account that its buyer has left out. undefined: it does not buy any more as it is. */
function leftOut(current: BuyerAccount): NextBuyerAccount | undefined {
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
    return fail.billingNotSupported(`${field}.billing`, `the account has ${before.billing}`, {
      suggestion: 'Ask the operator of this exchange to change who is invoiced.',
      details: { scope: 'account' },
    });
  }
  if (before.paymentTerms === after.paymentTerms) return undefined;
  const was = before.paymentTerms ?? 'those of the operator';
  return fail.paymentTermsNotSupported(`${field}.payment_terms`, `the account has ${was}`, {
    suggestion: 'Leave payment_terms out, or ask the operator of this exchange to change them.',
  });
}

const unknownBilling = (field: string) =>
  refuse.billingNotSupported(`${field}.billing`, `expected ${ACCOUNT_BILLINGS.join(' or ')}`, {
    suggestion: `Send one of ${ACCOUNT_BILLINGS.join(', ')}.`,
    details: { scope: 'capability', supported_billing: ACCOUNT_BILLINGS },
  });

const tooMany = (field: string) =>
  refuse.invalid(field, `expected at most ${BUYER_ACCOUNTS_MAX} accounts of a buyer in all`, {
    suggestion: 'Use an account that you have: list_accounts has them.',
  });

const ListSchema = Type.Object({
  account: Type.Optional(AccountReference),
  status: Type.Optional(Type.Enum(BUYER_ACCOUNT_STATES.filter((state) => state !== 'deleted'))),
  sandbox: Type.Optional(Type.Boolean()),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

type ListArgs = DeepReadonly<Static<typeof ListSchema>>;

export function listAccounts(sources: Pick<SellerSources, 'database'>): Tool {
  return {
    name: 'list_accounts',
    description: 'The accounts that you have declared, and the state of each.',
    schema: ListSchema,
    openTo: 'buyers',
    async run({ account, status, sandbox, pagination }: ListArgs, { buyer, write }) {
      const database = sources.database() ?? refuseWith(UNREACHABLE);
      const key = account && naturalKeyOf(buyer, account, 'account');
      const id = key === undefined ? account?.account_id : accountIdOf(buyer.id, key);
      const isAsked = (one: BuyerAccount) =>
        isOf(buyer, one) &&
        (id === undefined || one.id === id) &&
        (status === undefined || one.state === status) &&
        (sandbox === undefined || one.definition.isSandbox === sandbox);
      const page = await pageOf({
        list: 'list_accounts',
        asked: pagination,
        read: (after, countMax) =>
          BUYER_ACCOUNT_TABLE.readOf(database.query, { buyer: buyer.id }, { after, countMax }),
        positionOf: ({ createdRevision }) => createdRevision,
        shown: (one) => (isAsked(one) ? write.account(one) : undefined),
      });
      return done({ accounts: page.items, pagination: page.pagination });
    },
  };
}

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

type SyncSources = Pick<SellerSources, 'database' | 'refresh' | 'nowMs' | 'log' | 'config'>;

export function syncAccounts(sources: SyncSources): Tool {
  return {
    name: 'sync_accounts',
    description: 'Declares the accounts for which you buy: a brand, its operator, and who pays.',
    schema: ArgsSchema,
    openTo: 'buyers',
    async run(args: SyncArgs, call) {
      for (const [index, entry] of args.accounts.entries()) checkEntry(entry, index);
      const { partner } = sources.config().adcp;
      const { push_notification_config: given } = args;
      const notify = acceptWebhook(given, { version: call.version, task: 'sync_accounts' });
      if (args.dry_run === true) {
        const database = sources.database() ?? refuseWith(UNREACHABLE);
        const rows = await syncedRows(args, call, database.query, { apply: shownOnly, notify });
        return done({ dry_run: true, accounts: rows });
      }
      return changeOnce(sources, call, { account: '', args }, async (query) => {
        const rows = await syncedRows(args, call, query, {
          apply: writing(query, call, partner),
          notify,
        });
        return done({ accounts: rows });
      });
    },
  };
}

/** Makes the change, or shows what it would be. */
type ApplyAccount = (
  next: NextBuyerAccount,
  current: BuyerAccount | undefined,
) => Promise<BuyerAccount>;

const shownOnly: ApplyAccount = async (next, current) => ({ ...NEVER_STORED, ...current, ...next });

function writing(query: Query, call: BuyerCall, partner: string | undefined): ApplyAccount {
  const { buyer, nowMs } = call;
  return async (next) => {
    const change = { action: 'declare', author: authorOf(buyer), nowMs };
    const stored = await BUYER_ACCOUNT_TABLE.change(query, next, change);
    await follow(query, accountRecordKey(stored.id), stored);
    if (stored.state === 'closed') await stopServing(query, stored, { partner, nowMs });
    return stored;
  };
}

async function syncedRows(
  args: SyncArgs,
  { buyer, write }: BuyerCall,
  query: Query,
  { apply, notify }: { readonly apply: ApplyAccount; readonly notify: BuyerWebhook | undefined },
): Promise<readonly object[]> {
  const page = { after: 0, countMax: BUYER_ACCOUNTS_MAX };
  const all = await BUYER_ACCOUNT_TABLE.readOf(query, { buyer: buyer.id }, page);
  const known = new Map(all.map((account) => [account.id, account]));
  const included = new Set<string | undefined>();
  const rows: object[] = [];
  for (const [index, entry] of args.accounts.entries()) {
    const { id, declared } = readEntry(entry, `accounts[${index}]`, buyer, known);
    included.add(id);
    if (declared instanceof Refused) {
      rows.push(write.failedAccount(failedRow(entry, declared)));
      continue;
    }
    const { action } = declared;
    const next = toldOf(action === 'unchanged' ? declared.current : declared.next, notify);
    const before = known.get(next.id);
    const shown = next === before ? before : await apply(next, before);
    known.set(shown.id, shown);
    rows.push({ ...write.account(shown), action, ...warningsOf(entry, args) });
  }
  if (args.delete_missing !== true) return rows;
  for (const account of all) {
    const next = included.has(account.id) || !isOf(buyer, account) ? undefined : leftOut(account);
    if (next === undefined) continue;
    rows.push({ ...write.account(await apply(next, account)), action: 'updated' });
  }
  return rows;
}

/** With the webhook of the call, if that has one. */
function toldOf<Account extends NextBuyerAccount>(
  account: Account,
  notify: BuyerWebhook | undefined,
): Account {
  const { definition } = account;
  if (notify === undefined || isDeepStrictEqual(notify, definition.notify)) return account;
  return { ...account, definition: { ...definition, notify } };
}

/** Which account an entry is of, undefined where it is none, and what becomes of that. */
function readEntry(
  entry: AccountEntry,
  field: string,
  buyer: Buyer,
  known: ReadonlyMap<string, BuyerAccount>,
) {
  const key = attempt(() => naturalKeyOf(buyer, entry.account ?? entry, field));
  if (key instanceof Refused) return { id: undefined, declared: key };
  const id = key === undefined ? entry.account?.account_id : accountIdOf(buyer.id, key);
  const declared = attempt(() => {
    if (key === undefined || entry.account !== undefined) return noSettings(field);
    const current = id === undefined ? undefined : known.get(id);
    const { billing = '', payment_terms } = entry;
    const situation = { buyer, key, current, count: known.size, field };
    return declareAccount({ billing, payment_terms }, situation);
  });
  return { id, declared };
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
    {
      suggestion: 'Send brand, operator and billing instead of account.',
    },
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
