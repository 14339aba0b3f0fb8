import type { Query } from '../../ledger/database.ts';
import type { Buyer } from '../buyers.ts';
import {
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
} from '../records/account-record.ts';
import { BUY_TABLE, type MediaBuy } from '../records/buy-record.ts';
import { buyerRecordKey } from '../records/buyer-table.ts';
import { CREATIVE_TABLE, type LibraryCreative } from '../records/creative-record.ts';

/** How a call names an account. */
export type NamedAccount = {
  readonly account_id?: string;
  readonly brand?: { readonly domain: string; readonly brand_id?: string };
  readonly operator?: string;
};

/**
 * What the test controller may change for a buyer: the records of its sandbox accounts. A real account of the same buyer is
 * as if it were not there.
 */
export function createReach(query: Query, { id: buyer }: Buyer) {
  const accounts = async (): Promise<readonly BuyerAccount[]> => {
    const page = { after: 0, countMax: BUYER_ACCOUNTS_MAX };
    const all = await BUYER_ACCOUNT_TABLE.readOf(query, { buyer }, page);
    return all.filter(({ definition }) => definition.isSandbox);
  };
  const accountOf = async (id: string) => (await accounts()).find((one) => one.id === id);
  return {
    accountOf,
    async accountNamed(named: NamedAccount): Promise<BuyerAccount | undefined> {
      if (named.account_id !== undefined) return accountOf(named.account_id);
      const { brand, operator } = named;
      return (await accounts()).find(
        ({ definition }) =>
          definition.brand.domain === brand?.domain &&
          definition.brand.brand_id === brand?.brand_id &&
          definition.operator === operator,
      );
    },
    async buyOf(id: string): Promise<MediaBuy | undefined> {
      const buy = await BUY_TABLE.read(query, buyerRecordKey('media-buy', '', id));
      if (buy === undefined || buy.buyer !== buyer || buy.state === 'deleted') return undefined;
      return (await accountOf(buy.account)) && buy;
    },
    /** Ids of creatives are unique within an account: the one that was changed last counts. */
    async creativeOf(id: string): Promise<LibraryCreative | undefined> {
      const found: LibraryCreative[] = [];
      for (const { id: account } of await accounts()) {
        const key = buyerRecordKey('library-creative', account, id);
        const creative = await CREATIVE_TABLE.read(query, key);
        if (creative !== undefined && creative.state !== 'deleted') found.push(creative);
      }
      return found.sort((a, b) => b.revision - a.revision)[0];
    },
  };
}

export type Reach = ReturnType<typeof createReach>;
