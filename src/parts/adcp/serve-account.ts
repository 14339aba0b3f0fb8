import type { Query } from '../../lib/sql/database.ts';
import { CAMPAIGN, campaignKey } from '../../store/campaign-kind.ts';
import { eachOwned, findRecord, writeIn } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { MEDIA_BUY } from './buy.ts';
import { type ServeTerms, serveBuy } from './serve-buy.ts';

/**
 * In the transaction that has changed an account: while it is active, its buys serve, and otherwise nothing of it does. To
 * stop needs nothing but the campaign, so that nothing that is wrong with a buy keeps its account serving.
 */
export async function serveAccount(
  query: Query,
  account: BuyerAccount,
  terms: ServeTerms,
): Promise<void> {
  if (account.state !== 'active') return stopServing(query, account, terms);
  for await (const buy of buysOf(query, account)) await serveBuy(query, account, buy, terms);
}

/** In the transaction that has paused or resumed a buyer: while it is paused, nothing of any of its accounts serves. */
export async function serveBuyer(
  query: Query,
  { state, accounts }: { readonly state: string; readonly accounts: readonly BuyerAccount[] },
  terms: ServeTerms,
): Promise<void> {
  const serve = state === 'active' ? serveAccount : stopServing;
  for (const account of accounts) await serve(query, account, terms);
}

/** In the transaction that has closed an account. */
export async function stopServing(
  query: Query,
  account: BuyerAccount,
  { partner, nowMs }: Pick<ServeTerms, 'partner' | 'nowMs'>,
): Promise<void> {
  if (partner === undefined) return;
  // The entry of the account says who: a campaign that a person has paused is not resumed with the account.
  const by = { who: `account ${account.id}`, role: 'buyer' };
  const next = () => ({ state: 'paused' as const });
  for await (const { definition } of buysOf(query, account)) {
    for (const { id } of definition.packages) {
      const key = campaignKey(partner, id);
      if ((await findRecord(query, CAMPAIGN, key))?.state !== 'active') continue;
      await writeIn(query, CAMPAIGN, key, { action: 'state', by, nowMs, next });
    }
  }
}

/** Those that may have campaigns: a sandbox has none. */
const buysOf = (query: Query, { id, definition }: BuyerAccount) =>
  eachOwned(query, MEDIA_BUY, definition.isSandbox ? [] : [id]);
