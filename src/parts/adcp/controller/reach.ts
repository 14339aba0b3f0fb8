import type { Query } from '../../../lib/sql/database.ts';
import { isOf, isReachedBy, readAccount } from '../accounts/accounts.ts';
import type { Buyer } from '../buyers.ts';
import {
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
} from '../records/account-record.ts';
import { BUY_TABLE, buyKey, type MediaBuy } from '../records/buy-record.ts';
import {
  CREATIVE_TABLE,
  LIBRARY_CREATIVES_MAX,
  type LibraryCreative,
} from '../records/creative-record.ts';

/** How a call names an account. */
export type ControlledAccount = {
  readonly account_id?: string;
  readonly brand?: { readonly domain: string; readonly brand_id?: string };
  readonly operator?: string;
};

/**
 * What the test controller may change for a buyer of the sandbox: the records of its sandbox accounts. An account that is
 * real, which such a buyer had before, is as if it were not there.
 */
export function createReach(query: Query, buyer: Buyer) {
  const accountOf = async (id: string): Promise<BuyerAccount | undefined> => {
    const found = await readAccount(query, id);
    return found !== undefined && isOf(buyer, found) ? found : undefined;
  };
  const isReached = async (record: Pick<MediaBuy, 'account' | 'buyer'>) =>
    isReachedBy(buyer, record, await readAccount(query, record.account));
  return {
    accountOf,
    /** Of several with one brand and operator the first one: that may be one that was seeded. */
    async accountNamed(named: ControlledAccount): Promise<BuyerAccount | undefined> {
      if (named.account_id !== undefined) return accountOf(named.account_id);
      const { brand, operator } = named;
      const page = { after: 0, countMax: BUYER_ACCOUNTS_MAX };
      const all = await BUYER_ACCOUNT_TABLE.readOf(query, { buyer: buyer.id }, page);
      return all.find(
        (account) =>
          isOf(buyer, account) &&
          account.definition.brand.domain === brand?.domain &&
          account.definition.brand.brand_id === brand?.brand_id &&
          account.definition.operator === operator,
      );
    },
    async buyOf(id: string): Promise<MediaBuy | undefined> {
      const buy = await BUY_TABLE.read(query, buyKey(id));
      if (buy === undefined || buy.state === 'deleted') return undefined;
      return (await isReached(buy)) ? buy : undefined;
    },
    /** Ids of creatives are unique within an account: the one that was changed last counts. */
    async creativeOf(id: string): Promise<LibraryCreative | undefined> {
      const page = { after: 0, countMax: LIBRARY_CREATIVES_MAX };
      const all = await CREATIVE_TABLE.readOf(query, { buyer: buyer.id }, page);
      const named = all.filter((creative) => creative.id === id);
      const last = named.sort((a, b) => b.revision - a.revision)[0];
      return last !== undefined && (await isReached(last)) ? last : undefined;
    },
  };
}

export type ControllerReach = ReturnType<typeof createReach>;
