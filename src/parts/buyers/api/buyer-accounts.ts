import type { Query } from '../../../lib/sql/database.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type { KindParts } from '../../accounts/api/account-kinds.ts';
import { decideAccount, serveBuyer } from '../../adcp/accounts/serve-account.ts';
import { serveBuy, serveTermsOf } from '../../adcp/buys/serve-buy.ts';
import {
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
  type BuyerAccountState,
} from '../../adcp/records/account-record.ts';
import { servedChange } from '../../campaigns/api/served-change.ts';
import { type BuyerAccountRow, NEXT_DECISIONS, type ShownBuyerAccountState } from '../page/api.ts';
import type { BuyersApi } from './buyers-api.ts';

const PAGE_ROWS = 50;

/** How many accounts there are and wait, of each buyer and of all. */
export type AccountCounts = {
  readonly waiting: number;
  readonly of: (buyer: string) => { readonly all: number; readonly waiting: number };
};

/** The accounts that buyers have declared: an operator looks at each before money is spent for it. */
export function buyerAccounts(
  sources: Parameters<typeof serveTermsOf>[0],
  { database, refresh }: Pick<KindParts, 'database' | 'refresh'>,
) {
  async function counts(): Promise<AccountCounts | undefined> {
    try {
      const rows = await BUYER_ACCOUNT_TABLE.counts(database().query);
      const sum = (some: typeof rows) => some.reduce((whole, { count }) => whole + count, 0);
      const waiting = rows.filter(({ state }) => state === 'pending_approval');
      return {
        waiting: sum(waiting),
        of: (id) => ({
          all: sum(rows.filter(({ buyer }) => buyer === id)),
          waiting: sum(waiting.filter(({ buyer }) => buyer === id)),
        }),
      };
    } catch {
      return undefined;
    }
  }

  const api: BuyersApi['accounts'] = {
    async list({ buyer, state, page: asked }) {
      const { query } = database();
      const total = await BUYER_ACCOUNT_TABLE.countSome(query, { buyer, state });
      const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
      const page = Math.min(asked, pages);
      const at = { skipped: (page - 1) * PAGE_ROWS, countMax: PAGE_ROWS };
      const rows = await BUYER_ACCOUNT_TABLE.readPage(query, { buyer, state }, at);
      return { rows: rows.map(rowOf), total, page, pages };
    },
    async decide(id, { state, reason }, { author, revision }) {
      const refused = (current: BuyerAccount) => refusedDecision(current, state);
      // The entry of the account says who: what a buyer has paused stays its own to resume.
      const terms = serveTermsOf(sources, { who: `account ${id}`, role: 'buyer' });
      const change = decideAccount(
        database(),
        { id, state, reason, revision, author, refused },
        terms,
        (query, account, buy) => serveBuy(query, account, buy, terms),
      );
      const result = await servedChange(change, refresh);
      if (!('kind' in result)) return rowOf(result);
      return 'stored' in result ? { ...result, stored: rowOf(result.stored) } : result;
    },
    waiting: async () => (await counts())?.waiting,
  };
  return {
    ...api,
    counts,
    /** In the transaction that has changed the state of a buyer. */
    async serveBuyer(query: Query, buyer: Parameters<typeof serveBuyer>[1]): Promise<void> {
      // The entry of the buyer says who.
      const terms = serveTermsOf(sources, { who: `buyer ${buyer.id}`, role: 'buyer' });
      await serveBuyer(query, buyer, terms, (tx, account, buy) =>
        serveBuy(tx, account, buy, terms),
      );
    },
  };
}

function refusedDecision(
  { state: from }: BuyerAccount,
  to: BuyerAccountState,
): RefusedChange<never> | undefined {
  const possible: readonly BuyerAccountState[] = NEXT_DECISIONS[shownState(from)];
  if (possible.includes(to)) return undefined;
  const reason =
    possible.length === 0
      ? `expected an account that is not ${from}`
      : `expected ${possible.join(' or ')} after ${from}, but got ${to}`;
  return { kind: 'not-allowed', reason };
}

/** Nobody sees what is deleted. */
function shownState(state: BuyerAccountState): ShownBuyerAccountState {
  return state === 'deleted' ? 'closed' : state;
}

function rowOf(stored: BuyerAccount): BuyerAccountRow {
  const { id, buyer, state, definition, revision, createdMs, changedMs, changedBy } = stored;
  const { name, brand, operator, isSandbox, billing, paymentTerms = null, reason } = definition;
  return {
    id,
    buyer,
    state: shownState(state),
    name,
    brand: brand.domain,
    operator,
    isSandbox,
    billing,
    paymentTerms,
    reason,
    revision,
    createdAt: new Date(createdMs).toISOString(),
    changedAt: new Date(changedMs).toISOString(),
    changedBy,
  };
}
