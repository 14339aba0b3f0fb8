import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { fieldOf } from '../../../lib/schema-fault.ts';
import type { Query } from '../../../lib/sql/database.ts';
import { changeIn } from '../../../store/write-store.ts';
import { accountIdOf, isOf, naturalKeyOf } from '../accounts/accounts.ts';
import { declareAccount, leftOut, type NextBuyerAccount } from '../accounts/declare-account.ts';
import { stopServing } from '../accounts/serve-account.ts';
import { authorOf } from '../author.ts';
import type { Buyer } from '../buyers.ts';
import { changeOnce, UNREACHABLE } from '../change-once.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { AccountReference, Brand, IdempotencyKey, NATURAL_KEY, OPAQUE } from '../fields.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  PAYMENT_TERMS,
} from '../records/account-record.ts';
import { NEVER_STORED } from '../records/buyer-table.ts';
import type { BuyerWebhook } from '../told/webhooks.ts';
import { acceptWebhook, follow, PushNotificationConfig } from '../told/webhooks.ts';
import { type BuyerCall, done, failed, type SellerSources, type Tool } from '../tool.ts';
import type { FailedAccountRow } from '../wire/writer.ts';

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
      const fault = args.accounts.map(entryFault).find((found) => found !== undefined);
      if (fault !== undefined) return failed(fault);
      const { partner } = sources.config().adcp;
      const { push_notification_config: given } = args;
      const notify = acceptWebhook(given, { version: call.version, task: 'sync_accounts' });
      if (isAdcpError(notify)) return failed(notify);
      if (args.dry_run === true) {
        const database = sources.database();
        if (database === undefined) return failed(UNREACHABLE);
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
    const stored = await changeIn<BuyerAccount, NextBuyerAccount, never>(
      query,
      BUYER_ACCOUNT_TABLE,
      {
        key: accountRecordKey(next.id),
        action: 'declare',
        author: authorOf(buyer),
        nowMs,
        decide: () => next,
      },
    );
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
    if (isAdcpError(declared)) {
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
  const isNamed = entry.account !== undefined;
  const key = naturalKeyOf(buyer, entry.account ?? entry, field);
  if (key === undefined) return { id: entry.account?.account_id, declared: noSettings(field) };
  if (isAdcpError(key)) return { id: undefined, declared: key };
  const id = accountIdOf(buyer.id, key);
  const situation = { buyer, key, current: known.get(id), count: known.size, field };
  const { billing = '', payment_terms } = entry;
  const declared = isNamed
    ? noSettings(field)
    : declareAccount({ billing, payment_terms }, situation);
  return { id, declared };
}

/** Of an entry that is neither a declaration nor names an account. */
function entryFault(entry: AccountEntry, index: number): AdcpError | undefined {
  const field = `accounts[${index}]`;
  const declaring = ['brand', 'operator', 'billing'] as const;
  if (entry.account !== undefined) {
    const beside = declaring.find((name) => entry[name] !== undefined);
    if (beside === undefined) return undefined;
    return fail.malformed(`${field}.${beside}: expected account without ${beside}`, {
      field: `${field}.${beside}`,
    });
  }
  const missing = declaring.find((name) => entry[name] === undefined);
  if (missing === undefined) return undefined;
  return fail.malformed(`${field}.${missing}: expected brand, operator and billing`, {
    field: `${field}.${missing}`,
  });
}

const noSettings = (field: string) =>
  fail.unsupportedProvisioning(`${field}: nothing of an account is changed by naming it`, {
    field: `${field}.account`,
    suggestion: 'Send brand, operator and billing instead of account.',
  });

/** As it was named: an account of another buyer is as unknown as one that nobody has. */
function failedRow({ account, brand, operator }: AccountEntry, error: AdcpError): FailedAccountRow {
  const named = account === undefined ? { brand, operator } : { account };
  return { ...named, action: 'failed', errors: [error] };
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
