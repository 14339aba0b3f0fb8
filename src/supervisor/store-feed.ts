import type { Account } from '../ledger/budgets/account.ts';
import type { Assigned } from '../ledger/budgets/allocator.ts';
import type { Budgets } from '../ledger/budgets/start-budgets.ts';
import { limitedBy } from '../ledger/budgets/worker-slices.ts';
import type { Database } from '../ledger/database.ts';
import { createFaultLog } from '../ledger/fault-log.ts';
import type { Log } from '../lib/log.ts';
import { inRounds } from '../lib/rounds.ts';
import { followStore, keyOf, type StoreFollower } from '../store/follow-store.ts';
import { isServing, type StoredCampaign, servedCampaign } from '../store/stored-campaign.ts';
import { accountOf } from '../worker/accounts.ts';
import type { FeedLine } from '../worker/campaign-feed.ts';
import { usesStore } from '../worker/plan.ts';
import type { Work } from '../worker/work.ts';
import { createFeedFile } from './feed-file.ts';

/** Brings the campaigns of the store to the workers and the budgets of this machine, and what changes in them. */
export type StoreFeed = {
  /**
   * Reads what has changed. Calls at the same time share one reading. Rejects where the database fails, or where the
   * workers cannot be told: the next one reads the same again.
   */
  readonly refresh: () => Promise<void>;
  /** The database went back: reads everything anew. What the database does not have any more stops serving. */
  readonly readAnew: () => void;
  /** Writes everything into the files of new shared memory. */
  readonly use: (work: Work) => void;
  /** All campaigns as the workers of this machine know them, by key. */
  readonly campaigns: () => ReadonlyMap<string, StoredCampaign>;
  /** The place of a campaign in the list of accounts, if it has served. */
  readonly placeOf: (key: string) => number | undefined;
  readonly status: () => StoreStatus;
  readonly stop: () => void;
};

export type StoreStatus = {
  /** Of the last change that the workers know of. */
  readonly revision: number;
  /** Why later changes do not reach the workers; undefined while they do. */
  readonly reason: string | undefined;
};

export type StoreFeedParts = {
  readonly database: () => Database | undefined;
  readonly budgets: Pick<Budgets, 'assign'>;
  /** Tells the workers that the feed has grown. */
  readonly tellWorkers: () => Promise<unknown>;
  /** Moves the workers to new shared memory: there is no place left in this one, or its folder is gone. */
  readonly renewMemory: () => void;
  /** Called with a sentence where the database has lost changes that this machine has read. */
  readonly onWentBack: (words: string) => void;
  readonly log: Log;
};

/** How often other machines' changes are looked for. */
const POLL_MS = 1000;

export function startStoreFeed(first: Work, parts: StoreFeedParts): StoreFeed {
  const store = followStore(parts.onWentBack);
  const { readOn, use, placeOf } = createFeedWriter(first, store, parts);
  const polling = startPolling(inRounds(readOn), parts);
  return {
    refresh: polling.refresh,
    readAnew() {
      store.readAnew();
      // Where it fails, the next look repeats it.
      void polling.refresh().catch(() => {});
    },
    use,
    campaigns: () => store.campaigns,
    placeOf,
    status: () => ({ revision: store.revision(), reason: polling.reason() }),
    stop: polling.stop,
  };
}

/** Brings what has changed in the store into the feed, and then to the workers and the budgets. */
function createFeedWriter(first: Work, store: StoreFollower, parts: StoreFeedParts) {
  let places = createPlaces(first);
  /** In the feed, while the workers were not told. */
  let untold: readonly Assigned[] = [];

  const write = (changed: readonly StoredCampaign[]) => writeFeed(places, store, changed, parts);

  async function readOn(): Promise<void> {
    const database = parts.database();
    if (database === undefined || !places.isWanted) return;
    const { changed, takeIn } = await store.read(database.query);
    untold = [...untold, ...write(changed)];
    takeIn();
    if (untold.length > 0) await tell(untold);
    if (places.takeFull()) parts.renewMemory();
    // Now that the workers know of the last change, they go on behind what is written here.
    if (places.feed.isTooLong()) places.feed.shorten(places.linesOf(mergedWith(store, [])).lines);
  }

  async function tell(assigned: readonly Assigned[]): Promise<void> {
    const at = places;
    await parts.tellWorkers();
    // In new memory, campaigns have other places and were assigned to them.
    if (at !== places) return;
    parts.budgets.assign(assigned);
    untold = [];
  }

  return {
    readOn,
    use(work: Work): void {
      places = createPlaces(work);
      untold = [];
      try {
        parts.budgets.assign(write([]));
      } catch {
        // The next look writes it.
      }
    },
    placeOf: (key: string) => places.placeOf(key),
  };
}

/** Written to the feed first: a worker must know a limit before it gets money to spend. */
function writeFeed(
  { feed, linesOf }: ReturnType<typeof createPlaces>,
  store: StoreFollower,
  changed: readonly StoredCampaign[],
  { renewMemory }: Pick<StoreFeedParts, 'renewMemory'>,
): readonly Assigned[] {
  const isWhole = feed.isWhole();
  const { lines, assigned } = linesOf(isWhole ? changed : mergedWith(store, changed));
  try {
    if (!isWhole) feed.renew(lines);
    else if (lines.length > 0) feed.append(lines);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') renewMemory();
    throw error;
  }
  return assigned;
}

function mergedWith(
  { campaigns }: StoreFollower,
  changed: readonly StoredCampaign[],
): readonly StoredCampaign[] {
  const merged = new Map(campaigns);
  for (const stored of changed) merged.set(keyOf(stored), stored);
  return [...merged.values()];
}

function startPolling(read: () => Promise<void>, { log }: Pick<StoreFeedParts, 'log'>) {
  const faults = createFaultLog(log, UNTOLD, 'changes of campaigns reach the workers again');

  async function refresh(): Promise<void> {
    try {
      await read();
      faults.recovered();
    } catch (error) {
      faults.failed(error);
      throw error;
    }
  }

  const timer = setInterval(() => void refresh().catch(() => {}), POLL_MS);
  return { refresh, reason: faults.reason, stop: () => clearInterval(timer) };
}

const UNTOLD =
  'changes of campaigns do not reach the workers of this machine: it tries again every second';

/** The places that campaigns have in one shared memory. A campaign keeps its place. */
function createPlaces({ plan, assignment, setup }: Work) {
  const partners = new Set(setup.config.partners.filter(usesStore).map(({ name }) => name));
  const places = new Map<string, number>();
  let isFull = false;
  let isFullTold = false;

  function placeFor(key: string): number | undefined {
    const known = places.get(key);
    if (known !== undefined) return known;
    if (places.size >= plan.spare) {
      isFull = true;
      return undefined;
    }
    const place = plan.accounts.length + places.size;
    places.set(key, place);
    return place;
  }

  /** undefined for a campaign that was never started. */
  function lineOf(stored: StoredCampaign): FeedLine | undefined {
    const { partner, campaign } = stored;
    if (!partners.has(partner)) return undefined;
    const key = keyOf(stored);
    const served = servedCampaign(stored);
    const isRunning = stored.state === 'active' || stored.state === 'paused';
    const place = isRunning ? placeFor(key) : places.get(key);
    if (place === undefined) return undefined;
    const limited = limitedBy(accountFor(stored));
    const text = served === undefined ? '' : JSON.stringify(served);
    return { partner, campaign: campaign.id, place, limited, text };
  }

  return {
    feed: createFeedFile(assignment.feedFile),
    isWanted: partners.size > 0,
    /** True once, when a campaign got no place. */
    takeFull(): boolean {
      const isNews = isFull && !isFullTold;
      isFullTold = isFull;
      return isNews;
    },
    placeOf: (key: string) => places.get(key),
    /** The lines of campaigns in the feed, and what each is for the budgets. */
    linesOf(all: readonly StoredCampaign[]) {
      const lines: FeedLine[] = [];
      const assigned: Assigned[] = [];
      for (const stored of all) {
        const line = lineOf(stored);
        if (line === undefined) continue;
        lines.push(line);
        assigned.push({ index: line.place, account: accountFor(stored) });
      }
      return { lines, assigned };
    },
  };
}

/** A campaign that does not serve is over for its budget: the machine returns what it has of it. */
function accountFor(stored: StoredCampaign): Account {
  const { partner, campaign, approved } = stored;
  const advertiser = approved?.advertiser ?? campaign.advertiser;
  const account = accountOf(partner, { ...campaign, advertiser });
  return isServing(stored) ? account : { ...account, endMs: 0 };
}
