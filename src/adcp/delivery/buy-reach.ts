import type { Query } from '../../ledger/database.ts';
import { isOf, readAccount } from '../accounts.ts';
import { readLibrary } from '../buys/library.ts';
import { statusOf } from '../buys/status.ts';
import { type AdcpError, fail } from '../errors.ts';
import type { BuyStatus } from '../records/buy-record.ts';
import { BUY_TABLE, type MediaBuy } from '../records/buy-record.ts';
import { buyerRecordKey } from '../records/buyer-table.ts';
import type { BuyerCall } from '../tool.ts';

export type BuyNow = {
  readonly buy: MediaBuy;
  readonly status: BuyStatus;
  /** Whether it is of this buyer, and of an account that this buyer reaches. */
  readonly isReached: boolean;
};

/** The buys that a caller may see, within its own buyer and account. */
export function createBuyReach(query: Query, { buyer, nowMs }: Pick<BuyerCall, 'buyer' | 'nowMs'>) {
  const known = new Map<string, boolean>();

  async function reaches(buy: MediaBuy): Promise<boolean> {
    if (buy.buyer !== buyer.id) return false;
    const before = known.get(buy.account);
    if (before !== undefined) return before;
    const account = await readAccount(query, buy.account);
    // Only accounts of a sandbox may be without a record.
    const isReached = account === undefined || isOf(buyer, account);
    known.set(buy.account, isReached);
    return isReached;
  }

  /** One question for the creatives of an account, however many buys it has. */
  async function statesOf(buys: readonly MediaBuy[]): Promise<readonly BuyNow[]> {
    const all: BuyNow[] = [];
    for (const [account, own] of Map.groupBy(buys, (buy) => buy.account)) {
      const lines = own.flatMap(({ definition }) => definition.packages);
      const library = await readLibrary(query, account, lines);
      for (const buy of own) {
        const isReached = await reaches(buy);
        all.push({ buy, status: statusOf(buy, library, nowMs), isReached });
      }
    }
    return all.toSorted((one, other) => one.buy.createdRevision - other.buy.createdRevision);
  }

  return {
    /** Those with these ids. One that is not there and one of somebody else are the same error. */
    async named(
      ids: readonly string[],
      accountId: string | undefined,
      field = 'media_buy_ids',
    ): Promise<readonly BuyNow[] | AdcpError> {
      const keys = [...new Set(ids)].map((id) => buyerRecordKey('media-buy', '', id));
      const found = await BUY_TABLE.readAll(query, keys);
      const own = (await statesOf(found.filter(({ state }) => state !== 'deleted'))).filter(
        ({ buy, isReached }) => isReached && (accountId === undefined || buy.account === accountId),
      );
      const reached = new Set(own.map(({ buy }) => buy.id));
      const missing = ids.findIndex((id) => !reached.has(id));
      if (missing === -1) return own;
      return fail.mediaBuyNotFound(field === 'media_buy_ids' ? `${field}[${missing}]` : field);
    },
    async after(after: number, countMax: number, accountId: string | undefined) {
      const owner = accountId === undefined ? { buyer: buyer.id } : { account: accountId };
      return statesOf(await BUY_TABLE.readOf(query, owner, { after, countMax }));
    },
  };
}
