import Type, { type Static } from 'typebox';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import {
  HistoryQuestion,
  historyOf,
  pageOf,
  type RecordList,
  recordAnswer,
  recordOps,
  type ShownHistory,
  shownRecord,
} from '../../host/record-ops.ts';
import { type By, told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  BUYER,
  PRODUCT,
  PUBLISHER,
  ShownSecret,
  withKey,
  without,
} from '../../store/account-kinds.ts';
import { makeSecret } from '../../store/account-secret.ts';
import { accountsOf, BUYER_ACCOUNT } from './accounts.ts';
import { boughtBy, spentToday } from './bought.ts';
import { MEDIA_BUY } from './buy.ts';
import { serveAccount } from './serve-buy.ts';
import { sellerSources } from './sources.ts';

/** What the list has of a buyer beside the record. */
type BuyerFigures = {
  /** How many it has declared, and how many of them wait for approval. */
  readonly accounts: { readonly all: number; readonly waiting: number };
  /** Null: the ledger cannot be read, or it has more buys than are summed up here. */
  readonly spentTodayUsd: number | null;
};

/** Of a decision about an account. */
const REASON_LENGTH_MAX = 500;

/** Decisions that the buyer is told a reason for. */
const WITH_REASON: readonly string[] = ['rejected', 'suspended'];

const ShownBuyer = Type.Object({ tokens: Type.Array(ShownSecret) });
const WithToken = recordAnswer(
  BUYER,
  Type.Object({ ...ShownBuyer.properties, token: Type.String() }),
);

const ShownAccount = Type.Object({ buyer: Type.String() });
const Account = recordAnswer(BUYER_ACCOUNT, ShownAccount);

const PAGE = Type.Optional(Type.Integer({ minimum: 1 }));

export const ADCP_OPS = [
  ...recordOps('/api/buyers', '{buyer}', BUYER, {
    write: 'admin',
    shown: ShownBuyer,
    async figures(host, page): Promise<readonly BuyerFigures[]> {
      const all = Map.groupBy(host.records.all(BUYER_ACCOUNT), ({ kept }) => kept.buyer);
      const spent = await Promise.all(page.map(({ id }) => spentToday(host, id).catch(() => null)));
      return page.map(({ id }, at) => {
        const own = all.get(id) ?? [];
        const waiting = own.filter(({ state }) => state === 'pending_approval').length;
        return { accounts: { all: own.length, waiting }, spentTodayUsd: spent[at] ?? null };
      });
    },
    async alsoWithState(host, query, { id, state }) {
      for (const account of await accountsOf(query, host, id)) {
        await serveAccount(query, account, sellerSources(host), state === 'active');
      }
    },
  }),
  op('GET /api/buyers-info', {
    role: 'read',
    summary: 'Whether AI buyers are let in, and how many of their accounts wait for approval',
    answer: Type.Object({ isEnabled: Type.Boolean(), waiting: Type.Integer() }),
    run: ({ host }) => ({
      isEnabled: host.work().setup.config.adcp.enabled,
      waiting: host.offers.waitingAccounts?.().count ?? 0,
    }),
  }),
  op('POST /api/buyers/{buyer}/tokens', {
    role: 'admin',
    summary: 'Makes a token for its calls, which this answer alone has',
    ifMatch: 'optional',
    answer: WithToken,
    async run({ host, parts, by }) {
      const { secret, kept: token } = makeSecret('buyer', host.nowMs(), by.who);
      const made = await changeTokens(host, parts.buyer, { action: 'token', by }, (kept) =>
        withKey(kept, token, 'tokens'),
      );
      return (made instanceof Refusal ? made : { ...made, token: secret }) as never;
    },
  }),
  op('DELETE /api/buyers/{buyer}/tokens/{token}', {
    role: 'admin',
    summary: 'Revokes a token',
    ifMatch: 'optional',
    answer: recordAnswer(BUYER, ShownBuyer),
    run: ({ host, parts, by }) =>
      changeTokens(host, parts.buyer, { action: 'revoke token', by }, (kept) =>
        without(kept, 'keys', parts.token),
      ) as never,
  }),
  ...recordOps('/api/products', '{product}', PRODUCT, {
    write: 'admin',
    shown: Type.Object({}),
    check: ofKnownPublishers,
  }),
  op('GET /api/buyer-accounts', {
    role: 'read',
    summary: 'Accounts that buyers have declared, the latest first, fifty a page',
    query: Type.Object({
      buyer: Type.Optional(Type.String()),
      state: Type.Optional(Type.Enum(Object.keys(BUYER_ACCOUNT.states))),
      page: PAGE,
    }),
    answer: told<RecordList<Static<typeof Account>>>(),
    run({ host, query: { buyer, state, page } }) {
      const found = host.records
        .all(BUYER_ACCOUNT)
        .filter((one) => buyer === undefined || one.kept.buyer === buyer)
        .filter((one) => state === undefined || one.state === state)
        .sort((one, other) => other.createdRevision - one.createdRevision);
      const { rows, ...at } = pageOf(found, page);
      return { rows: rows.map((one) => shownRecord(BUYER_ACCOUNT, one)), ...at } as never;
    },
  }),
  op('POST /api/buyer-accounts/{account}/state', {
    // Money may be spent for it from then on.
    role: 'admin',
    summary: 'Approves, rejects, suspends, reactivates or closes an account',
    ifMatch: 'optional',
    body: Type.Object({
      state: Type.Enum(['active', 'rejected', 'suspended', 'closed']),
      reason: Type.Optional(Type.String({ maxLength: REASON_LENGTH_MAX })),
    }),
    answer: Account,
    async run({ host, parts, body: { state, reason: given = '' }, by }) {
      const reason = given.trim();
      if (reason === '' && WITH_REASON.includes(state)) {
        return refuse.missing('reason', 'expected the reason, which the buyer is told');
      }
      const decided = await host.store.change(BUYER_ACCOUNT, parts.account, {
        action: 'decision',
        by,
        next: ({ definition }) => ({ state, definition: { ...definition, reason } }),
        also: (query, account) => serveAccount(query, account, sellerSources(host)),
      });
      return (decided instanceof Refusal ? decided : shownRecord(BUYER_ACCOUNT, decided)) as never;
    },
  }),
  op('GET /api/buyer-accounts/{account}/history', {
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: HistoryQuestion,
    answer: told<ShownHistory>(),
    run: ({ host, parts, query }) =>
      historyOf(host, BUYER_ACCOUNT.name, parts.account, query.before),
  }),
  op('GET /api/buys', {
    role: 'read',
    summary: 'Media buys of a buyer with their packages, the latest first, twenty a page',
    query: Type.Object({ buyer: Type.String(), page: PAGE }),
    answer: told<Awaited<ReturnType<typeof boughtBy>>>(),
    run: ({ host, query: { buyer, page } }) => boughtBy(host, buyer, page),
  }),
  op('GET /api/buys/{buy}/history', {
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: HistoryQuestion,
    answer: told<ShownHistory>(),
    run: ({ host, parts, query }) => historyOf(host, MEDIA_BUY.name, parts.buy, query.before),
  }),
] as const;

type KeptTokens = (typeof BUYER)['kept'];

async function changeTokens(
  host: Host,
  buyer: string,
  change: { readonly action: string; readonly by: By },
  nextOf: (kept: KeptTokens) => KeptTokens | Refusal,
) {
  const made = await host.store.change(BUYER, buyer, {
    ...change,
    next({ kept }) {
      const next = nextOf(kept);
      return next instanceof Refusal ? next : { kept: next };
    },
  });
  return made instanceof Refusal ? made : shownRecord(BUYER, made);
}

/** Requests of others are refused, so that a product of theirs could never be delivered. */
export function ofKnownPublishers(
  { publishers }: { readonly publishers: readonly string[] },
  { work, records }: Pick<Host, 'work' | 'records'>,
): Refusal | undefined {
  if (work().setup.config.access === 'open') return undefined;
  const index = publishers.findIndex((id) => records.get(PUBLISHER, id) === undefined);
  if (index === -1) return undefined;
  const reason = `expected the id of a publisher of the config or of the store, but got "${publishers[index]}"`;
  return refuse.notValid([{ field: `publishers[${index}]`, reason }]);
}
