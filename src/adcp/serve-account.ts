import type { Query } from '../ledger/database.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from '../store/campaign-table.ts';
import { type StoredCampaign, storeKey } from '../store/stored-campaign.ts';
import { changeIn } from '../store/write-store.ts';
import type { BuyerAccount } from './records/account-record.ts';
import { BUY_TABLE, type MediaBuy } from './records/buy-record.ts';

/** Buys that are read at once. */
const CHUNK_COUNT = 100;

export type ServeAccountTerms = {
  /** Whose campaigns those of packages are. undefined: there are none. */
  readonly partner: string | undefined;
  readonly nowMs: number;
};

/** Writes the campaigns of a buy as they should be while its account is active. */
export type ResumeBuy = (query: Query, account: BuyerAccount, buy: MediaBuy) => Promise<unknown>;

/**
 * In the transaction that has changed an account: while it is active, its buys serve, and otherwise nothing of it does. To
 * stop needs nothing but the campaign, so that nothing that is wrong with a buy keeps its account serving.
 */
export async function serveAccount(
  query: Query,
  account: BuyerAccount,
  terms: ServeAccountTerms,
  resume: ResumeBuy,
): Promise<void> {
  // A sandbox has no campaigns.
  if (account.definition.isSandbox) return;
  const serve = account.state === 'active' ? resume : stopBuy(terms);
  for (let after = 0; ; ) {
    const buys = await BUY_TABLE.readOf(
      query,
      { account: account.id },
      { after, countMax: CHUNK_COUNT },
    );
    for (const buy of buys) {
      await serve(query, account, buy);
      after = buy.createdRevision;
    }
    if (buys.length < CHUNK_COUNT) return;
  }
}

function stopBuy({ partner, nowMs }: ServeAccountTerms): ResumeBuy {
  return async (query, account, { definition }) => {
    if (partner === undefined) return;
    // The entry of the account says who: a campaign that a person has paused is not resumed with the account.
    const author = { who: `account ${account.id}`, role: 'buyer' };
    for (const { id } of definition.packages) {
      const key = storeKey(partner, id);
      const current = await CAMPAIGN_TABLE.read(query, key);
      if (current?.state !== 'active') continue;
      const { campaign, reviews } = current;
      await changeIn<StoredCampaign, NextCampaign, never>(query, CAMPAIGN_TABLE, {
        key,
        action: 'state',
        author,
        nowMs,
        decide: () => ({ partner, campaign, reviews, state: 'paused' }),
      });
    }
  };
}
