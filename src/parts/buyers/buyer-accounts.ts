import type { Host } from '../../host/host.ts';
import type { By } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
  type BuyerAccountState,
} from '../adcp/accounts.ts';
import { offeredProducts } from '../adcp/products.ts';
import { decideAccount, serveBuyer } from '../adcp/serve-account.ts';
import { serveBuy, serveTermsOf } from '../adcp/serve-buy.ts';
import {
  type AccountDecision,
  type BuyerAccountList,
  type BuyerAccountRow,
  NEXT_DECISIONS,
  type ShownBuyerAccountState,
} from './page/shown.ts';

const PAGE_ROWS = 50;

/** How many accounts there are and wait, of each buyer and of all. */
type AccountCounts = {
  readonly waiting: number;
  readonly of: (buyer: string) => { readonly all: number; readonly waiting: number };
};

/** How many accounts there are and wait. undefined: the database cannot be read. */
export async function accountCounts({
  database,
}: Pick<Host, 'database'>): Promise<AccountCounts | undefined> {
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

type AccountQuestion = {
  readonly buyer?: string | undefined;
  readonly state?: ShownBuyerAccountState | undefined;
  readonly page?: number | undefined;
};

/** The accounts that buyers have declared: an operator looks at each before money is spent for it. */
export async function accountList(
  { database }: Pick<Host, 'database'>,
  { buyer, state, page: asked = 1 }: AccountQuestion,
): Promise<BuyerAccountList> {
  const { query } = database();
  const total = await BUYER_ACCOUNT_TABLE.countSome(query, { buyer, state });
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const at = { skipped: (page - 1) * PAGE_ROWS, countMax: PAGE_ROWS };
  const rows = await BUYER_ACCOUNT_TABLE.readPage(query, { buyer, state }, at);
  return { rows: rows.map(rowOf), total, page, pages };
}

type Decision = {
  readonly state: AccountDecision;
  /** What the buyer is told. */
  readonly reason: string;
  readonly by: By;
};

export async function decide(
  host: Host,
  id: string,
  { state, reason, by }: Decision,
): Promise<BuyerAccountRow | Refusal> {
  const refused = (current: BuyerAccount) => refusedDecision(current, state);
  // The entry of the account says who: what a buyer has paused stays its own to resume.
  const terms = serveTermsOf(sellerOf(host), { who: `account ${id}`, role: 'buyer' });
  const decided = await decideAccount(
    host.database(),
    { id, state, reason, revision: by.revision, author: by, refused },
    terms,
    (query, account, buy) => serveBuy(query, account, buy, terms),
  );
  if (decided instanceof Refusal) return decided;
  return (await host.store.told()) ?? rowOf(decided);
}

/** In the transaction that has changed the state of a buyer. */
export async function serveBuyerOf(
  host: Host,
  query: Query,
  buyer: Parameters<typeof serveBuyer>[1],
): Promise<void> {
  // The entry of the buyer says who.
  const terms = serveTermsOf(sellerOf(host), { who: `buyer ${buyer.id}`, role: 'buyer' });
  await serveBuyer(query, buyer, terms, (tx, account, buy) => serveBuy(tx, account, buy, terms));
}

const sellerOf = ({ work, records, nowMs }: Host) => ({
  config: () => work().setup.config,
  products: () => offeredProducts(records),
  nowMs,
});

function refusedDecision(
  { state: from }: BuyerAccount,
  to: BuyerAccountState,
): Refusal | undefined {
  const possible: readonly BuyerAccountState[] = NEXT_DECISIONS[shownState(from)];
  if (possible.includes(to)) return undefined;
  const reason =
    possible.length === 0
      ? `expected an account that is not ${from}`
      : `expected ${possible.join(' or ')} after ${from}, but got ${to}`;
  return refuse.notAllowed(reason);
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
