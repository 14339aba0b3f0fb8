import type { Query } from '../../../lib/sql/database.ts';
import { isReachedBy, readAccount } from '../accounts/accounts.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import { BUY_TABLE, type BuyStatus, buyKey, type MediaBuy } from '../records/buy-record.ts';
import type { BuyerCall } from '../tool.ts';
import type { Library } from '../records/creative-record.ts';
import { readLibrary } from './library.ts';
import { statusOf } from './status.ts';

export type FoundBuy = {
  readonly buy: MediaBuy;
  readonly status: BuyStatus;
  /** undefined: it was never declared, which accounts of a sandbox need not be. */
  readonly account: BuyerAccount | undefined;
  /** The creatives that packages of the account show. */
  readonly library: Library;
  /** Whether it is of this buyer, and of an account that this buyer reaches. */
  readonly isReached: boolean;
};

/** The buys that a caller may see: of one account where it asks for one, or else of all its accounts. */
export function createBuyReach(
  query: Query,
  { buyer, nowMs }: Pick<BuyerCall, 'buyer' | 'nowMs'>,
  asked?: BuyerAccount,
) {
  const known = new Map<string, BuyerAccount | undefined>();
  if (asked !== undefined) known.set(asked.id, asked);

  async function accountOf(id: string): Promise<BuyerAccount | undefined> {
    if (!known.has(id)) known.set(id, await readAccount(query, id));
    return known.get(id);
  }

  /** One question for the creatives of an account, however many buys it has. */
  async function found(buys: readonly MediaBuy[]): Promise<readonly FoundBuy[]> {
    const all: FoundBuy[] = [];
    for (const [id, own] of Map.groupBy(buys, (buy) => buy.account)) {
      const account = await accountOf(id);
      const lines = own.flatMap(({ definition }) => definition.packages);
      const library = await readLibrary(query, id, lines);
      for (const buy of own) {
        const isReached = isReachedBy(buyer, buy, account);
        all.push({ buy, status: statusOf(buy, library, nowMs), account, library, isReached });
      }
    }
    return all.toSorted((one, other) => one.buy.createdRevision - other.buy.createdRevision);
  }

  return {
    /** Those with these ids, in their order, and where the others are. Not there and not yours are alike. */
    async named(ids: readonly string[]) {
      const keys = [...new Set(ids)].map(buyKey);
      const stored = await found(await BUY_TABLE.readAll(query, keys));
      const reached = new Map(
        stored
          .filter(({ buy, isReached }) => isReached && buy.state !== 'deleted')
          .filter(({ buy }) => asked === undefined || buy.account === asked.id)
          .map((one) => [one.buy.id, one]),
      );
      return {
        buys: [...new Set(ids)].flatMap((id) => reached.get(id) ?? []),
        missing: ids.flatMap((id, index) => (reached.has(id) ? [] : [index])),
      };
    },
    /** Reached or not, so that a page knows how far it is. */
    async after(after: number, countMax: number): Promise<readonly FoundBuy[]> {
      const owner = asked === undefined ? { buyer: buyer.id } : { account: asked.id };
      return found(await BUY_TABLE.readOf(query, owner, { after, countMax }));
    },
  };
}
