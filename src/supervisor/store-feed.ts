import type { Config } from '../config/config.ts';
import { type Account, keyOf as accountKeyOf } from '../ledger/budgets/account.ts';
import type { Assigned } from '../ledger/budgets/allocator.ts';
import type { Budgets } from '../ledger/budgets/start-budgets.ts';
import { limitedBy } from '../ledger/budgets/worker-slices.ts';
import type { Database } from '../ledger/database.ts';
import { createFaultLog } from '../ledger/fault-log.ts';
import type { Log } from '../lib/log.ts';
import { inRounds } from '../lib/rounds.ts';
import { CAMPAIGN_TABLE } from '../store/campaign-table.ts';
import { followStore, type StoreFollower } from '../store/follow-store.ts';
import { isServing, type StoredCampaign, servedCampaign } from '../store/stored-campaign.ts';
import { accountOf } from '../worker/accounts.ts';
import type { FeedLine } from '../worker/campaign-feed.ts';
import { usesStore } from '../worker/memory.ts';
import type { Work } from '../worker/work.ts';
import { createFeedFile } from './feed-file.ts';
import type { LearnedRates } from './learned-rates.ts';

/** Brings the campaigns of the store, and what changes in them, to the workers and the budgets of this machine. */
export type StoreFeed = ReturnType<typeof startStoreFeed>;

type StoreFeedParts = {
  readonly database: () => Database | undefined;
  readonly budgets: Pick<Budgets, 'assign'>;
  /** Tells the workers that the feed has grown. */
  readonly tellWorkers: () => Promise<unknown>;
  /** Moves the workers to new shared memory: this one has no free row, or its folder is gone. */
  readonly renewMemory: () => void;
  readonly rates: LearnedRates;
  /** Called with a sentence where the database has lost changes that this machine has read. */
  readonly onWentBack: (words: string) => void;
  readonly log: Log;
};

/** How often the changes of other machines are looked for. */
const POLL_MS = 1000;

const UNTOLD =
  'changes of campaigns do not reach the workers of this machine: it tries again every second';

const NOT_LEARNED = 'rates are not learned, and prices for clicks and conversions stay as they are';

export function startStoreFeed(first: Work, parts: StoreFeedParts) {
  const { budgets, rates, tellWorkers, renewMemory, log } = parts;
  const store = followStore(CAMPAIGN_TABLE, parts.onWentBack);
  const faults = createFaultLog(log, UNTOLD, 'changes of campaigns reach the workers again');
  const rateFaults = createFaultLog(log, NOT_LEARNED, 'rates are learned again');
  let rows = createRows(first);
  /** Written to the feed; the workers were not told of them yet. */
  let untold: readonly Assigned[] = [];
  let hasUntoldRates = false;
  /** Every campaign that was ever stored, by its key in the ledger: clicks come weeks after a campaign has ended. */
  const byLedgerKey = new Map<string, StoredCampaign>();
  let isRead = false;

  const readChanges = inRounds(async () => {
    const database = parts.database();
    if (database === undefined) return;
    const { changed, takeIn } = rows.isUsed ? await store.read(database.query) : NOTHING_STORED;
    const news = rates.news();
    untold = [...untold, ...writeFeed(rows, { store, rates }, changed, news.lines, renewMemory)];
    hasUntoldRates ||= news.lines.length > 0;
    takeIn();
    for (const stored of changed) byLedgerKey.set(ledgerKeyOf(stored), stored);
    isRead = true;
    news.taken();
    if (untold.length > 0 || hasUntoldRates) await tell(untold);
    if (rows.takeFull()) renewMemory();
    // All workers have read the whole file, so they skip what is written here.
    if (rows.feed.isTooLong()) {
      rows.feed.shorten([...rates.lines(), ...rows.linesOf(mergedWith(store, [])).lines]);
    }
  });

  /** The workers first: a worker must know a limit before its slice gets money to spend. */
  async function tell(assigned: readonly Assigned[]): Promise<void> {
    const told = rows;
    await tellWorkers();
    // A reload meanwhile has assigned other rows, in new memory.
    if (told !== rows) return;
    budgets.assign(assigned);
    untold = [];
    hasUntoldRates = false;
  }

  /**
   * Reads what has changed. Calls at the same time share one reading. Rejects where the database fails, or where the
   * workers cannot be told: the next call reads the same changes again.
   */
  async function refresh(): Promise<void> {
    try {
      await readChanges();
      faults.recovered();
    } catch (error) {
      faults.failed(error);
      throw error;
    }
  }

  /** Beside the changes of campaigns, which do not wait for it. */
  const learn = inRounds(async () => {
    const database = parts.database();
    if (database === undefined) return;
    try {
      const hasNews = await rates.learn(database);
      rateFaults.recovered();
      if (hasNews) await refresh();
    } catch (error) {
      rateFaults.failed(error);
    }
  });
  // Where it fails, the next one repeats it.
  const poll = () => void refresh().then(learn, () => {});
  const timer = setInterval(poll, POLL_MS);

  return {
    refresh,
    learn,
    /** The database went back: reads everything anew. What the database does not have any more stops serving. */
    readAnew(): void {
      store.readAnew();
      poll();
    },
    /** Goes on with new shared memory: writes all campaigns to its feed. */
    use(work: Work): void {
      rows = createRows(work);
      untold = [];
      hasUntoldRates = false;
      try {
        budgets.assign(writeFeed(rows, { store, rates }, [], [], renewMemory));
      } catch {
        // The next reading writes it.
      }
    },
    /** Whether the campaigns are known. They are not before the first reading. */
    isRead: () => isRead,
    /** A campaign of the store, also one that does not serve any more, by its key in the ledger. */
    accountOf(key: string): Account | undefined {
      const stored = byLedgerKey.get(key);
      return stored === undefined ? undefined : rows.accountFor(stored);
    },
    /** All campaigns as the workers of this machine know them, by key. */
    campaigns: () => store.records,
    /** The row of a campaign in the memory of the budget slices, if it has served. */
    rowOf: (key: string) => rows.rowOf(key),
    /** The last change that the workers know of, and why later ones do not reach them; undefined while they do. */
    status: () => ({ revision: store.revision(), reason: faults.reason() }),
    stop: () => clearInterval(timer),
  };
}

const NOTHING_STORED = { changed: [], takeIn() {} };

/** Appends the changes, or writes everything where the file is not whole. Returns what the budgets have to know. */
function writeFeed(
  { feed, linesOf }: ReturnType<typeof createRows>,
  { store, rates }: { readonly store: StoreFollower<StoredCampaign>; readonly rates: LearnedRates },
  changed: readonly StoredCampaign[],
  learned: readonly FeedLine[],
  renewMemory: () => void,
): readonly Assigned[] {
  const isWhole = feed.isWhole();
  const { lines, assigned } = linesOf(isWhole ? changed : mergedWith(store, changed));
  try {
    // Those that were learned just now replace the others, which stand before them.
    if (!isWhole) feed.renew([...rates.lines(), ...learned, ...lines]);
    else if (lines.length + learned.length > 0) feed.append([...learned, ...lines]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') renewMemory();
    throw error;
  }
  return assigned;
}

function mergedWith(
  { records }: StoreFollower<StoredCampaign>,
  changed: readonly StoredCampaign[],
) {
  const merged = new Map(records);
  for (const stored of changed) merged.set(CAMPAIGN_TABLE.keyOf(stored), stored);
  return [...merged.values()];
}

/** The rows that campaigns have in one shared memory, and its feed. A campaign keeps its row. */
function createRows({ plan, assignment, setup }: Work) {
  const partners = new Set(setup.config.partners.filter(usesStore).map(({ name }) => name));
  const rows = new Map<string, number>();
  let isFull = false;
  let isFullTold = false;

  function takeRow(key: string): number | undefined {
    const known = rows.get(key);
    if (known !== undefined) return known;
    if (rows.size >= plan.spare) {
      isFull = true;
      return undefined;
    }
    const row = plan.accounts.length + rows.size;
    rows.set(key, row);
    return row;
  }

  /** undefined for a campaign that was never started. */
  function lineOf(stored: StoredCampaign, account: Account): FeedLine | undefined {
    const { partner, campaign } = stored;
    if (!partners.has(partner)) return undefined;
    const key = CAMPAIGN_TABLE.keyOf(stored);
    const isStarted = stored.state === 'active' || stored.state === 'paused';
    const row = isStarted ? takeRow(key) : rows.get(key);
    if (row === undefined) return undefined;
    const served = servedCampaign(stored);
    const text = served === undefined ? '' : JSON.stringify(served);
    return { partner, campaign: campaign.id, row, limited: limitedBy(account), text };
  }

  return {
    feed: createFeedFile(assignment.feedFile),
    isUsed: partners.size > 0,
    /** True once, when a campaign got no row. */
    takeFull(): boolean {
      const isNews = isFull && !isFullTold;
      isFullTold = isFull;
      return isNews;
    },
    rowOf: (key: string) => rows.get(key),
    accountFor: (stored: StoredCampaign) => accountFor(stored, setup.config.campaigns),
    /** The lines of campaigns in the feed, and what each is for the budgets. */
    linesOf(all: readonly StoredCampaign[]) {
      const lines: FeedLine[] = [];
      const assigned: Assigned[] = [];
      for (const stored of all) {
        const account = accountFor(stored, setup.config.campaigns);
        const line = lineOf(stored, account);
        if (line === undefined) continue;
        lines.push(line);
        assigned.push({ index: line.row, account });
      }
      return { lines, assigned };
    },
  };
}

const ledgerKeyOf = ({ partner, campaign }: StoredCampaign) =>
  accountKeyOf({ partner, campaign: campaign.id });

/** A campaign that does not serve is over for its budget: the machine returns what it has of it. */
function accountFor(stored: StoredCampaign, defaults: Config['campaigns']): Account {
  const { partner, campaign, approved } = stored;
  const advertiser = approved?.advertiser ?? campaign.advertiser;
  const account = accountOf(partner, { ...campaign, advertiser }, defaults);
  return isServing(stored) ? account : { ...account, endMs: 0 };
}
