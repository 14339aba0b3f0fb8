import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { fieldOf } from '../../lib/schema-fault.ts';
import { writeIn } from '../../store/store.ts';
import {
  ACCOUNT_BILLINGS,
  accountIdOf,
  accountsLeft,
  accountsOf,
  BUYER_ACCOUNT,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  type BuyerAccountDefinition,
  type BuyerAccountKey,
  type BuyerAccountState,
  isOf,
  keyOf,
  namedAccount,
  newAccount,
  PAYMENT_TERMS,
  tooManyAccounts,
} from './accounts.ts';
import { attempt, Refused, refuse } from './errors.ts';
import { AccountReference, IdempotencyKey, NATURAL_KEY, OPAQUE, refused } from './fields.ts';
import { Pagination, pageOf } from './paging.ts';
import { authorOf } from './seller-terms.ts';
import { stopServing } from './serve-buy.ts';
import { type BuyerCall, tool } from './tool.ts';
import { acceptWebhook, follow, PushNotificationConfig } from './webhooks.ts';

export const listAccounts = tool('list_accounts', {
  description: 'The accounts that you have declared, and the state of each.',
  input: Type.Object({
    account: Type.Optional(AccountReference),
    status: Type.Optional(Type.Enum(Object.keys(BUYER_ACCOUNT.states) as BuyerAccountState[])),
    sandbox: Type.Optional(Type.Boolean()),
    pagination: Type.Optional(Pagination),
    ...OPAQUE,
  }),
  async run({ account, status, sandbox, pagination }, { buyer, write, query, sources }) {
    const id = account && namedAccount(buyer, account).id;
    const all = await accountsOf(query, sources, buyer.id);
    const page = await pageOf({
      list: 'list_accounts',
      asked: pagination,
      items: all.filter(
        (one) =>
          isOf(buyer, one) &&
          (id === undefined || one.id === id) &&
          (status === undefined || one.state === status) &&
          (sandbox === undefined || one.definition.isSandbox === sandbox),
      ),
      positionOf: ({ createdRevision }) => createdRevision,
    });
    return { accounts: page.items.map(write.account), pagination: page.pagination };
  },
});

const Entry = Type.Object({
  ...NATURAL_KEY,
  billing: Type.String({ minLength: 1, maxLength: 50 }),
  payment_terms: Type.Optional(Type.Enum([...PAYMENT_TERMS])),
  account: refused('nothing of an account is changed by naming it: send brand and operator'),
});

type AccountEntry = DeepReadonly<Static<typeof Entry>>;

export const syncAccounts = tool('sync_accounts', {
  description: 'Declares the accounts for which you buy: a brand, its operator, and who pays.',
  input: Type.Object({
    idempotency_key: IdempotencyKey,
    accounts: Type.Array(Entry, { maxItems: BUYER_ACCOUNTS_MAX }),
    delete_missing: Type.Optional(Type.Boolean()),
    dry_run: Type.Optional(Type.Boolean()),
    push_notification_config: Type.Optional(PushNotificationConfig),
    ...OPAQUE,
  }),
  isChange: true,
  async run(args, call) {
    const { buyer, write, query, sources, version } = call;
    const told = { version, task: 'sync_accounts' };
    const notify = acceptWebhook(args.push_notification_config, told);
    const all = await accountsOf(query, sources, buyer.id);
    const known = new Map(all.map((account) => [account.id, account]));
    const countMax = known.size + (await accountsLeft(query, sources, buyer.id));
    const included = new Set<string>();
    const accounts: object[] = [];
    for (const [index, entry] of args.accounts.entries()) {
      const field = `accounts[${index}]`;
      const key = keyOf(buyer, entry);
      const id = accountIdOf(buyer.id, key);
      included.add(id);
      const before = known.get(id);
      const next = attempt(() => {
        if (before === undefined && known.size >= countMax) tooManyAccounts(field);
        return declared(entry, key, before, field);
      });
      if (next instanceof Refused) {
        const { brand, operator } = entry;
        accounts.push(write.failedAccount({ brand, operator }, next.errors));
        continue;
      }
      const isSame =
        before?.state === next.state && isDeepStrictEqual(before.definition, next.definition);
      const definition = { ...next.definition, ...(notify && { notify }) };
      const isKept = isSame && isDeepStrictEqual(before.definition, definition);
      const shown = isKept ? before : await declare(call, id, { ...next, definition });
      known.set(id, shown);
      const action = before === undefined ? 'created' : isSame ? 'unchanged' : 'updated';
      accounts.push({ ...write.account(shown), action, ...warningsOf(entry, args) });
    }
    for (const { id, state, definition } of args.delete_missing ? all : []) {
      const account = known.get(id);
      if (included.has(id) || account === undefined || !isOf(buyer, account)) continue;
      if (state === 'closed' || state === 'rejected') continue;
      const next = { state: 'closed', definition: { ...definition, reason: CLOSED_BY_BUYER } };
      const closed = await declare(call, id, next as NextAccount);
      accounts.push({ ...write.account(closed), action: 'updated' });
    }
    return { ...(args.dry_run === true && { dry_run: true }), accounts };
  },
});

/** The reason of an account that its buyer has closed. Only such a one is opened again by declaring it. */
const CLOSED_BY_BUYER = 'its buyer has left it out of sync_accounts with delete_missing';

type NextAccount = Pick<BuyerAccount, 'state' | 'definition'>;

/**
 * What becomes of an account that a buyer declares. What an operator has approved stays as it was approved: who is invoiced, and
 * when it is paid.
 */
function declared(
  { billing: asked, payment_terms: paymentTerms }: AccountEntry,
  key: BuyerAccountKey,
  current: BuyerAccount | undefined,
  field: string,
): NextAccount {
  const billing =
    ACCOUNT_BILLINGS.find((one) => one === asked) ??
    refuse.billingNotSupported(`${field}.billing`, `expected ${ACCOUNT_BILLINGS.join(' or ')}`, {
      suggestion: `Send one of ${ACCOUNT_BILLINGS.join(', ')}.`,
      details: { scope: 'capability', supported_billing: ACCOUNT_BILLINGS },
    });
  const terms = { billing, ...(paymentTerms && { paymentTerms }) };
  const first = key.isSandbox ? 'active' : 'pending_approval';
  if (current === undefined) return { state: first, definition: { ...newAccount(key), ...terms } };
  const { state, definition } = current;
  const changed = { ...definition, ...terms };
  if (state === 'closed' && definition.reason === CLOSED_BY_BUYER) {
    return { state: first, definition: { ...changed, reason: '' } };
  }
  if (state !== 'pending_approval' && !key.isSandbox) checkTerms(definition, changed, field);
  return { state, definition: changed };
}

const ASK = 'Ask the operator of this exchange to change it.';

function checkTerms(was: BuyerAccountDefinition, is: BuyerAccountDefinition, field: string): void {
  if (was.billing !== is.billing) {
    refuse.billingNotSupported(`${field}.billing`, `the account has ${was.billing}`, {
      suggestion: ASK,
      details: { scope: 'account' },
    });
  }
  if (was.paymentTerms === is.paymentTerms) return;
  const agreed = was.paymentTerms ?? 'those of the operator';
  const at = `${field}.payment_terms`;
  refuse.paymentTermsNotSupported(at, `the account has ${agreed}`, { suggestion: ASK });
}

async function declare(
  { query, sources, buyer, nowMs }: BuyerCall,
  id: string,
  next: NextAccount,
): Promise<BuyerAccount> {
  const stored = await writeIn(query, BUYER_ACCOUNT, id, {
    action: 'declare',
    by: authorOf(buyer),
    nowMs,
    next: () => ({ ...next, kept: { buyer: buyer.id } }),
  });
  await follow(query, BUYER_ACCOUNT, stored);
  if (stored.state === 'closed') await stopServing(query, stored, sources);
  return stored;
}

/** What a buyer may have sent, and what is done instead. Nothing that is bought depends on it. */
const NOT_KEPT = {
  billing_entity: 'send it to the operator of this exchange',
  preferred_reporting_protocol: 'reports are read by get_media_buy_delivery',
  reporting_delivery_configs: 'reports are read by get_media_buy_delivery',
  notification_configs: 'push_notification_config of sync_accounts is told the state of an account',
} as const;

function warningsOf(...given: readonly object[]): { readonly warnings?: readonly string[] } {
  const warnings = Object.entries(NOT_KEPT).flatMap(([name, instead]) =>
    given.some((one) => fieldOf<unknown>(one as never, name) !== undefined)
      ? `${name} is not kept: ${instead}.`
      : [],
  );
  return warnings.length === 0 ? {} : { warnings };
}
