import Type from 'typebox';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import {
  HistoryQuestion,
  historyOf,
  recordAnswer,
  recordOps,
  type ShownHistory,
  shownRecord,
} from '../../host/record-ops.ts';
import { told } from '../../lib/op.ts';
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
import { accountCounts, accountList, decide, serveBuyerOf } from './buyer-accounts.ts';
import { buyerDays } from './buyer-days.ts';
import { buyList } from './buys.ts';
import {
  ACCOUNT_DECISIONS,
  type BuyerAccountList,
  type BuyerAccountRow,
  type BuyerDay,
  type BuyList,
  DECISIONS_WITH_REASON,
  SHOWN_BUYER_ACCOUNT_STATES,
} from './page/shown.ts';

/** What the list has of a buyer beside the record. */
type BuyerFigures = {
  /** How many it has declared, and how many of them wait for approval. Null: the database cannot be read. */
  readonly accounts: { readonly all: number; readonly waiting: number } | null;
  /** Null: the ledger cannot be read, or it has more buys than are summed up here. */
  readonly today: BuyerDay | null;
};

/** Whether AI buyers are let in, and what waits. */
export type BuyersInfo = {
  readonly isEnabled: boolean;
  /** Accounts of all buyers that wait for approval. Null: the database cannot be read. */
  readonly waiting: number | null;
};

/** Of a decision about an account. */
const REASON_LENGTH_MAX = 500;

const ShownBuyer = Type.Object({ tokens: Type.Array(ShownSecret) });
const WithToken = recordAnswer(
  BUYER,
  Type.Object({ ...ShownBuyer.properties, token: Type.String() }),
);

const Paged = { page: Type.Optional(Type.Integer({ minimum: 1 })) };

export const BUYER_OPS = [
  ...recordOps('/api/buyers', '{buyer}', BUYER, {
    write: 'admin',
    shown: ShownBuyer,
    async figures(host, page): Promise<readonly BuyerFigures[]> {
      const counts = await accountCounts(host);
      const days = await Promise.all(page.map(({ id }) => buyerDays(host)(id)));
      return page.map(({ id }, at) => ({
        accounts: counts?.of(id) ?? null,
        today: days[at] ?? null,
      }));
    },
    alsoWithState: serveBuyerOf,
  }),
  op('GET /api/buyers-info', {
    role: 'read',
    summary: 'Whether AI buyers are let in, and how many of their accounts wait for approval',
    answer: told<BuyersInfo>(),
    async run({ host }) {
      const counts = await accountCounts(host);
      return {
        isEnabled: host.work().setup.config.adcp.enabled,
        waiting: counts?.waiting ?? null,
      };
    },
  }),
  op('POST /api/buyers/{buyer}/tokens', {
    role: 'admin',
    summary: 'Makes a token for its calls, which this answer alone has',
    ifMatch: 'optional',
    answer: WithToken,
    async run({ host, parts, by }) {
      const { secret, kept: token } = makeSecret('buyer', host.nowMs(), by.who);
      const made = await host.store.change(BUYER, parts.buyer, {
        action: 'token',
        by,
        next({ kept }) {
          const next = withKey(kept, token, 'tokens');
          return next instanceof Refusal ? next : { kept: next };
        },
      });
      if (made instanceof Refusal) return made;
      return { ...shownRecord(BUYER, made), token: secret } as never;
    },
  }),
  op('DELETE /api/buyers/{buyer}/tokens/{token}', {
    role: 'admin',
    summary: 'Revokes a token',
    ifMatch: 'optional',
    answer: recordAnswer(BUYER, ShownBuyer),
    async run({ host, parts, by }) {
      const made = await host.store.change(BUYER, parts.buyer, {
        action: 'revoke token',
        by,
        next({ kept }) {
          const next = without(kept, 'keys', parts.token);
          return next instanceof Refusal ? next : { kept: next };
        },
      });
      return (made instanceof Refusal ? made : shownRecord(BUYER, made)) as never;
    },
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
      state: Type.Optional(Type.Enum([...SHOWN_BUYER_ACCOUNT_STATES])),
      ...Paged,
    }),
    answer: told<BuyerAccountList>(),
    run: ({ host, query }) => accountList(host, query),
  }),
  op('POST /api/buyer-accounts/{account}/state', {
    // Money may be spent for it from then on.
    role: 'admin',
    summary: 'Approves, rejects, suspends, reactivates or closes an account',
    ifMatch: 'optional',
    body: Type.Object({
      state: Type.Enum([...ACCOUNT_DECISIONS]),
      reason: Type.Optional(Type.String({ maxLength: REASON_LENGTH_MAX })),
    }),
    answer: told<BuyerAccountRow>(),
    run({ host, parts, body: { state, reason: given = '' }, by }) {
      const reason = given.trim();
      if (reason === '' && DECISIONS_WITH_REASON.includes(state)) {
        return refuse.missing('reason', 'expected the reason, which the buyer is told');
      }
      return decide(host, parts.account, { state, reason, by });
    },
  }),
  op('GET /api/buyer-accounts/{account}/history', {
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: HistoryQuestion,
    answer: told<ShownHistory>(),
    run: ({ host, parts, query }) => historyOf(host, 'buyer-account', parts.account, query.before),
  }),
  op('GET /api/buys', {
    role: 'read',
    summary: 'Media buys with their packages, the latest first, twenty a page',
    query: Type.Object({
      buyer: Type.Optional(Type.String()),
      account: Type.Optional(Type.String()),
      ...Paged,
    }),
    answer: told<BuyList>(),
    run: ({ host, query }) => buyList(host, query),
  }),
  op('GET /api/buys/{buy}/history', {
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: HistoryQuestion,
    answer: told<ShownHistory>(),
    run: ({ host, parts, query }) => historyOf(host, 'media-buy', parts.buy, query.before),
  }),
] as const;

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
