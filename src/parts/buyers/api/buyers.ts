import { readHistory } from '../../../store/history.ts';
import type { StoredBuyer } from '../../../store/stored-account.ts';
import { accountDocument } from '../../accounts/api/account-document.ts';
import {
  buyerTerms,
  type KindParts,
  kindAnswers,
  productTerms,
} from '../../accounts/api/account-kinds.ts';
import { buyerAccess } from '../../accounts/api/account-secrets.ts';
import { FILE_REVISION } from '../../campaigns/api/store-document.ts';
import type { BuyerList, BuyerRow } from '../page/api.ts';
import { type AccountCounts, buyerAccounts } from './buyer-accounts.ts';
import { buyList, type ShownBuySources } from './buyer-buys.ts';
import { createBuyerDays } from './buyer-days.ts';
import type { BuyersApi } from './buyers-api.ts';

const PAGE_ROWS = 50;

/** What the admin port does with AI buyers, what they are sold, and what they have made. */
export function buyerAnswers(sources: ShownBuySources, base: KindParts): BuyersApi {
  const { known, database, nowMs } = base;
  const products = kindAnswers(base, productTerms(known));
  const accounts = buyerAccounts(
    {
      config: () => sources.work().setup.config,
      storedProducts: () => sources.feed.accounts().products,
      nowMs,
    },
    base,
  );
  const buyers = kindAnswers(base, { ...buyerTerms(known), afterState: accounts.serveBuyer });
  const dayOfBuyer = createBuyerDays(base);

  async function list(asked: number): Promise<BuyerList> {
    const { enabled, testController } = known.adcp();
    const counts = await accounts.counts();
    const { rows: shown, ...page } = pageOf(known.buyers().toSorted(byId), asked);
    const days = await Promise.all(shown.map(({ id }) => dayOfBuyer(id)));
    return {
      ...page,
      rows: shown.map((one, index) => ({ ...rowOf(one, counts), today: days[index] ?? null })),
      isEnabled: enabled,
      hasTestController: testController,
      waiting: counts?.waiting ?? null,
    };
  }

  return {
    buyers: { ...buyers.api, ...buyerAccess(buyers, nowMs), list },
    products: {
      ...products.api,
      list(asked) {
        const { rows, ...page } = pageOf(known.products().toSorted(byId), asked);
        return { ...page, rows: rows.map((one) => accountDocument(one)) };
      },
    },
    accounts,
    buys: { list: (question) => buyList(sources, base, question) },
    async history(kind, id, beforeId) {
      const rows = await readHistory(database().query, { of: { kind, id }, before: beforeId });
      return { rows: rows };
    },
  };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

function rowOf(stored: StoredBuyer, counts: AccountCounts | undefined): Omit<BuyerRow, 'today'> {
  const { id, state, definition, access, revision } = stored;
  const { name, sandbox = false, dailyCap } = definition;
  const isOfConfig = revision === FILE_REVISION;
  return {
    id,
    source: isOfConfig ? 'config' : 'store',
    state: state === 'active' ? 'active' : 'paused',
    name,
    isSandbox: sandbox,
    dailyCapUsd: dailyCap ?? null,
    // Each of the config has one.
    tokens: isOfConfig ? 1 : access.keys.length,
    accounts: counts?.of(id) ?? null,
  };
}

function pageOf<Item>(all: readonly Item[], asked: number) {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const rows = all.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  return { rows, total: all.length, page, pages };
}
