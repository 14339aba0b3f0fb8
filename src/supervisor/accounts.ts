import type { Database } from '../ledger/database.ts';
import { inRounds } from '../lib/rounds.ts';
import { PARTNER_TABLE, PUBLISHER_TABLE } from '../store/account-table.ts';
import { followStore } from '../store/follow-store.ts';
import type { StoredPartner, StoredPublisher } from '../store/stored-account.ts';

/** The publishers and partners of the store as this machine knows them. Deleted ones are among them. */
export type Accounts = {
  /** By their keys in the store. */
  readonly publishers: () => ReadonlyMap<string, StoredPublisher>;
  readonly partners: () => ReadonlyMap<string, StoredPartner>;
  /** Grows with every change of a publisher that is taken in. */
  readonly publisherRevision: () => number;
  /** Reads what has changed, and tells the workers. Rejects where one of them fails. */
  readonly refresh: () => Promise<void>;
};

type AccountsFeed = Accounts & { readonly readAnew: () => void; readonly stop: () => void };

const POLL_MS = 1000;

/** Follows the accounts of the store. */
export async function startAccounts(
  database: () => Database | undefined,
  closers: Pick<AsyncDisposableStack, 'defer'>,
  onWentBack: (words: string) => void,
): Promise<AccountsFeed> {
  const publishers = followStore(PUBLISHER_TABLE, onWentBack);
  const partners = followStore(PARTNER_TABLE, onWentBack);
  const refresh = inRounds(async () => {
    const open = database();
    if (open === undefined) return;
    for (const follower of [publishers, partners]) (await follower.read(open.query)).takeIn();
  });
  // The next one repeats what fails.
  const poll = () => refresh().catch(() => {});
  const timer = setInterval(poll, POLL_MS);
  const stop = () => clearInterval(timer);
  closers.defer(stop);
  await poll();
  return {
    stop,
    publishers: () => publishers.records,
    partners: () => partners.records,
    publisherRevision: publishers.revision,
    refresh,
    readAnew(): void {
      publishers.readAnew();
      partners.readAnew();
    },
  };
}
