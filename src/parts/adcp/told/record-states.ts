import type { Query } from '../../../lib/sql/database.ts';
import { readAccount } from '../accounts/accounts.ts';
import { readLibrary } from '../buys/library.ts';
import { serveTermsOf } from '../buys/serve-buy.ts';
import { statusOf } from '../buys/status.ts';
import { creativeStanding, standingTermsOf } from '../creatives/creative-status.ts';
import {
  type AssignedPackage,
  assignedKey,
  assignedPackages,
  readBuys,
} from '../creatives/library.ts';
import type { MediaBuy } from '../records/buy-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';
import type { SellerSources } from '../tool.ts';

/** The state of what a buyer has made, as the buyer would read it now. */
export type ToldState = {
  readonly status: string;
  /** Why, where somebody has said so, or ''. */
  readonly reason: string;
};

/** How the states of records are found: by the record, the clock, and the reviews of the campaigns. */
export type RecordStates = {
  readonly buy: (query: Query, buy: MediaBuy) => Promise<ToldState>;
  readonly creative: (query: Query, creative: LibraryCreative) => Promise<ToldState>;
};

type StateSources = Pick<SellerSources, 'config' | 'campaigns' | 'products' | 'nowMs'>;

/** Of one round: what the creatives of an account share is read once. */
export function createRecordStates(sources: StateSources): RecordStates {
  const terms = serveTermsOf(sources, { who: '', role: 'buyer' });
  const shared = new Map<string, ReturnType<typeof readShared>>();

  async function readShared(query: Query, id: string) {
    const standing = standingTermsOf(await readAccount(query, id), terms);
    return { standing, packages: assignedPackages(await readBuys(query, { account: id })) };
  }

  return {
    async buy(query, buy) {
      const { account, definition } = buy;
      const library = await readLibrary(query, account, definition.packages);
      const status = statusOf(buy, library, sources.nowMs());
      if (status === 'rejected') return { status, reason: definition.rejectedFor };
      return { status, reason: (status === 'canceled' && definition.canceled?.reason) || '' };
    },
    async creative(query, creative) {
      const { account, id } = creative;
      const known = shared.get(account) ?? readShared(query, account);
      shared.set(account, known);
      const { standing, packages } = await known;
      const own: readonly AssignedPackage[] = packages.get(assignedKey(account, id)) ?? [];
      return creativeStanding(creative, own, standing, sources);
    },
  };
}
