import { type Account, keyOf as accountKeyOf } from '../../ledger/budgets/account.ts';
import type { Assigned } from '../../ledger/budgets/seller.ts';
import type { Budgets } from '../../ledger/budgets/start-budgets.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import type { Log } from '../../lib/log.ts';
import { inRounds } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import { PUBLISHER } from '../../store/account-kinds.ts';
import { CAMPAIGN, partnerOf, type StoredCampaign } from '../../store/campaign-kind.ts';
import type { FeedLine, WholeLine } from '../../store/feed/feed.ts';
import { type KindedRecord, recordsOf } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';
import { createFeedRows } from './feed-rows.ts';
import type { LearnedRates } from './learned-rates.ts';
import { createHeldLines, type HeldPublishers } from './publisher-lines.ts';
import { FILES_GONE, type SharedWork } from './shared-files.ts';

/** Brings what is in the store, and what changes in it, to the workers and the budgets of this machine. */
export type StoreFeed = ReturnType<typeof startStoreFeed>;

type StoreFeedParts = {
  readonly database: () => Database | undefined;
  /** Awaited before each reading of the database. */
  readonly fillStore: (database: Database) => Promise<void>;
  readonly records: Records;
  readonly budgets: Pick<Budgets, 'assign'>;
  /** Tells the workers that the feed has grown. */
  readonly tellWorkers: () => Promise<unknown>;
  /** Moves the workers to new shared memory: this one has no free row. */
  readonly renewMemory: () => void;
  readonly rates: LearnedRates;
  /** The publishers that are refused for now, whatever the store or the config says of them. */
  readonly held: HeldPublishers;
  /** Where the folder that workers share is gone. */
  readonly end: Runtime['end'];
  /** Called when publishers of the store have changed. */
  readonly onPublishers: () => void;
  readonly log: Log;
};

/** How often the changes of other machines are looked for. */
const POLL_MS = 1000;

const UNTOLD =
  'changes of the store do not reach the workers of this machine: it tries again every second';

const NOT_LEARNED = 'rates are not learned, and prices for clicks and conversions stay as they are';

export function startStoreFeed(first: SharedWork, parts: StoreFeedParts) {
  const { budgets, rates, tellWorkers, renewMemory, log } = parts;
  const { records } = parts;
  const whole = createWholeLine();
  /** Behind the records in the feed, and that it is whole behind all: a worker may read a part of what is written. */
  const sources = [rates, createHeldLines(parts.held), whole] as const;
  const faults = createFaultLog(log, UNTOLD, 'changes of the store reach the workers again');
  const rateFaults = createFaultLog(log, NOT_LEARNED, 'rates are learned again');
  let rows = createFeedRows(first, log);
  /** Written to the feed; the workers were not told of it yet. */
  let untold: readonly Assigned[] = [];
  let isUntold = false;
  /** Every campaign that was ever stored, by its key in the ledger: clicks come weeks after a campaign has ended. */
  const byLedgerKey = new Map<string, StoredCampaign>();

  const linesOfSources = () => sources.flatMap((source): readonly FeedLine[] => source.lines());

  const readChanges = inRounds(async () => {
    const database = parts.database();
    if (database === undefined) return;
    await parts.fillStore(database);
    const { changed, takeIn } = await records.read(database.query);
    const news = sources.map((source) => source.news());
    const told = news.flatMap(({ lines }): readonly FeedLine[] => lines);
    const written = writeFeed(changed, told);
    untold = [...untold, ...written.assigned];
    isUntold ||= written.count > 0;
    takeIn();
    const kinds = new Set(changed.map(({ kind }) => kind));
    if (kinds.has(PUBLISHER.name)) parts.onPublishers();
    for (const one of recordsOf(CAMPAIGN, changed)) byLedgerKey.set(ledgerKeyOf(one), one);
    for (const { taken } of news) taken();
    if (isUntold) await tell(untold);
    if (rows.takeFull()) renewMemory();
    // All workers have read the whole file, so they skip what is written here.
    if (rows.feed.isTooLong()) {
      rows.feed.shorten([...rows.linesOf(records.stored()).lines, ...linesOfSources()]);
    }
  });

  /** All that was taken in, with these changes of it. */
  function wholeWith(changed: readonly KindedRecord[]): readonly KindedRecord[] {
    const all = [...records.stored(), ...changed];
    return [...new Map(all.map((one) => [`${one.kind}/${one.record.id}`, one])).values()];
  }

  /** Appends the changes, or writes everything where the file is not whole. Returns what the budgets have to know. */
  function writeFeed(changed: readonly KindedRecord[], news: readonly FeedLine[]) {
    const { feed } = rows;
    const isWhole = feed.isWhole();
    const { lines, assigned } = rows.linesOf(isWhole ? changed : wholeWith(changed));
    const count = lines.length + news.length;
    try {
      // What is new replaces what stands before it.
      if (!isWhole) feed.renew([...lines, ...linesOfSources(), ...news]);
      else if (count > 0) feed.append([...lines, ...news]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') parts.end(FILES_GONE);
      // Without its code, which would be taken for that of a file under dataDir.
      throw new Error((error as Error).message);
    }
    return { assigned, count };
  }

  /** The workers first: a worker must know a limit before its portion gets money to spend. */
  async function tell(assigned: readonly Assigned[]): Promise<void> {
    const told = rows;
    await tellWorkers();
    // A reload meanwhile has assigned other rows, in new memory.
    if (told !== rows) return;
    budgets.assign(assigned);
    untold = [];
    isUntold = false;
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

  /** Beside the changes of the store, which do not wait for it. */
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
    /** Goes on with new shared memory: writes everything to its feed. */
    use(work: SharedWork): void {
      rows = createFeedRows(work, log);
      untold = [];
      isUntold = false;
      try {
        budgets.assign(writeFeed([], []).assigned);
      } catch {
        // The next reading writes it.
      }
    },
    /** A campaign of the store, also one that does not serve any more, by its key in the ledger. */
    accountOf(key: string): Account | undefined {
      const stored = byLedgerKey.get(key);
      return stored === undefined ? undefined : rows.accountFor(stored);
    },
    /** The row of a campaign in the memory of the budgets, if it has served. */
    rowOf: (key: string) => rows.rowOf(key),
    /** The last change that the workers know of, and why later ones do not reach them; undefined while they do. */
    status: () => ({
      revision: records.revision(),
      reason: faults.reason(),
    }),
    stop: () => clearInterval(timer),
  };
}

/** Tells that the store was read, once it was. */
function createWholeLine() {
  let isTold = false;
  const line: WholeLine = { kind: 'whole' };
  return {
    news: () => ({
      lines: isTold ? [] : [line],
      taken(): void {
        isTold = true;
      },
    }),
    lines: () => (isTold ? [line] : []),
  };
}

const ledgerKeyOf = (stored: StoredCampaign) =>
  accountKeyOf({ partner: partnerOf(stored), campaign: stored.definition.id });
