import type { Account } from '../ledger/budgets/account.ts';
import type { Assigned } from '../ledger/budgets/allocator.ts';
import type { Budgets } from '../ledger/budgets/start-budgets.ts';
import { limitedBy } from '../ledger/budgets/worker-slices.ts';
import type { Database } from '../ledger/database.ts';
import type { Log } from '../lib/log.ts';
import { inRounds } from '../lib/rounds.ts';
import { readChanges } from '../store/read-store.ts';
import {
  isServing,
  type StoredCampaign,
  servedCampaign,
  storeKey,
} from '../store/stored-campaign.ts';
import { accountOf } from '../worker/accounts.ts';
import type { FeedLine } from '../worker/campaign-feed.ts';
import { usesStore } from '../worker/plan.ts';
import { createFeedFile } from './feed-file.ts';
import type { SharedWork } from './shared-work.ts';

/** Brings the campaigns of the store to the workers and the budgets of this machine, and what changes in them. */
export type StoreFeed = {
  /** Reads what has changed. Calls at the same time share one reading. Rejects where the database fails. */
  readonly refresh: () => Promise<void>;
  /** Writes everything into the files of new shared memory. */
  readonly use: (work: SharedWork) => void;
  /** All campaigns that this machine knows of, by key. */
  readonly campaigns: () => ReadonlyMap<string, StoredCampaign>;
  /** The place of a campaign in the list of accounts, if it has served. */
  readonly placeOf: (key: string) => number | undefined;
  readonly stop: () => void;
};

export type StoreFeedParts = {
  readonly database: () => Database | undefined;
  readonly budgets: Pick<Budgets, 'assign'>;
  /** Tells the workers that the feed has grown. */
  readonly tellWorkers: () => Promise<unknown>;
  /** Called when there is no place left. New shared memory has places again. */
  readonly onFull: () => void;
  readonly log: Log;
};

/** How often other machines' changes are looked for. */
const POLL_MS = 1000;

const PAGE = 500;

export function startStoreFeed(first: SharedWork, parts: StoreFeedParts): StoreFeed {
  const campaigns = new Map<string, StoredCampaign>();
  let places = createPlaces(first);
  let revision = 0;

  /** Written to the feed first: a worker must know a limit before it gets money to spend. */
  function write(changed: readonly StoredCampaign[]): readonly Assigned[] {
    const assigned: Assigned[] = [];
    const lines = changed.flatMap((stored): readonly FeedLine[] => {
      const line = places.lineOf(stored);
      if (line === undefined) return [];
      assigned.push({ index: line.place, account: accountFor(stored) });
      return [line];
    });
    if (lines.length > 0 && !places.feed.append(lines)) rewrite();
    return assigned;
  }

  function rewrite(): void {
    places.feed.rewrite([...campaigns.values()].flatMap((stored) => places.lineOf(stored) ?? []));
  }

  async function readOn(): Promise<void> {
    const database = parts.database();
    if (database === undefined || !places.isWanted) return;
    for (;;) {
      const changed = await readChanges(database.query, revision, PAGE);
      for (const stored of changed) {
        campaigns.set(storeKey(stored.partner, stored.campaign.id), stored);
        revision = stored.revision;
      }
      const assigned = write(changed);
      if (assigned.length > 0) {
        await parts.tellWorkers();
        parts.budgets.assign(assigned);
        // Now that the workers know of the last change, they go on behind what is written here.
        if (places.feed.isTooLong()) rewrite();
      }
      if (places.takeFull()) parts.onFull();
      if (changed.length < PAGE) return;
    }
  }

  const refresh = inRounds(readOn);

  return {
    refresh,
    use(work) {
      places = createPlaces(work);
      parts.budgets.assign(write([...campaigns.values()]));
    },
    campaigns: () => campaigns,
    placeOf: (key) => places.placeOf(key),
    stop: startPolling(refresh, parts.log),
  };
}

/** Logs the first of several failures. */
function startPolling(refresh: () => Promise<void>, log: Log): () => void {
  let isFailing = false;
  const timer = setInterval(async () => {
    try {
      await refresh();
      if (isFailing) log.info({}, 'the campaign store is read again');
      isFailing = false;
    } catch (error) {
      const { message } = error as Error;
      if (!isFailing) log.error({ reason: message }, 'the campaign store cannot be read');
      isFailing = true;
    }
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** The places that campaigns have in one shared memory. A campaign keeps its place. */
function createPlaces({ plan, feedFile, setup }: SharedWork) {
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

  return {
    feed: createFeedFile(feedFile),
    isWanted: partners.size > 0,
    /** True once, when a campaign got no place. */
    takeFull(): boolean {
      const isNews = isFull && !isFullTold;
      isFullTold = isFull;
      return isNews;
    },
    placeOf: (key: string) => places.get(key),
    /** undefined for a campaign that was never started. */
    lineOf(stored: StoredCampaign): FeedLine | undefined {
      const { partner, revision, campaign } = stored;
      if (!partners.has(partner)) return undefined;
      const key = storeKey(partner, campaign.id);
      const served = servedCampaign(stored);
      const isRunning = stored.state === 'active' || stored.state === 'paused';
      const place = isRunning ? placeFor(key) : places.get(key);
      if (place === undefined) return undefined;
      const limited = limitedBy(accountFor(stored));
      const text = served === undefined ? '' : JSON.stringify(served);
      return { partner, campaign: campaign.id, revision, place, limited, text };
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
