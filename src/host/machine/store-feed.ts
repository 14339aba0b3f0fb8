import type { Assigned } from '../../ledger/budgets/seller.ts';
import type { Budgets } from '../../ledger/budgets/start-budgets.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import type { Log } from '../../lib/log.ts';
import { inRounds } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { FeedLine, WholeLine } from '../../store/feed/feed.ts';
import type { KindedRecord } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';
import { createFeedFile } from './feed-file.ts';
import { createFeedRows, type HeldPublishers, heldLines } from './feed-rows.ts';
import type { LearnedRates } from './learned-rates.ts';
import type { SharedWork } from './machine-state.ts';
import { FILES_GONE } from './shared-files.ts';

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
  readonly rates: LearnedRates;
  /** The publishers that are refused for now, whatever the store or the config says of them. */
  readonly held: HeldPublishers;
  /** Where the folder that workers share is gone. */
  readonly end: Runtime['end'];
  readonly log: Log;
};

/** How often the changes of other machines are looked for. */
const POLL_MS = 1000;

const UNTOLD =
  'changes of the store do not reach the workers of this machine: it tries again every second';

const NOT_LEARNED = 'rates are not learned, and prices for clicks and conversions stay as they are';

export function startStoreFeed(work: SharedWork, parts: StoreFeedParts) {
  const { budgets, rates, records, tellWorkers, log } = parts;
  /** Behind the records in the feed, and that it is whole behind all: a worker may read a part of what is written. */
  const sources = [
    createTold(rates.lines, (line) => ({ ...line, text: '' })),
    createTold(
      () => heldLines(parts.held()),
      (line) => ({ ...line, reason: null }),
    ),
    createTold(
      () => WHOLE,
      (line) => line,
    ),
  ];
  const faults = createFaultLog(log, UNTOLD, 'changes of the store reach the workers again');
  const rateFaults = createFaultLog(log, NOT_LEARNED, 'rates are learned again');
  const feed = createFeedFile(work.assignment.feedFile);
  const linesOf = createFeedRows(work, records, log);
  /** The config has changed, and with it what some records are. */
  let isOld = false;
  /** Written to the feed; the workers were not told of it yet. */
  let untold: readonly Assigned[] = [];
  let isUntold = false;

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
    for (const { taken } of news) taken();
    if (isUntold) await tell(untold);
    // All workers have read the whole file, so they skip what is written here.
    if (feed.isTooLong()) feed.shorten([...linesOf(records.stored()).lines, ...linesOfSources()]);
  });

  /** All that was taken in, with these changes of it. */
  function wholeWith(changed: readonly KindedRecord[]): readonly KindedRecord[] {
    const all = [...records.stored(), ...changed];
    return [...new Map(all.map((one) => [`${one.kind}/${one.record.id}`, one])).values()];
  }

  /** Appends the changes, or writes everything where the file is not whole. Returns what the budgets have to know. */
  function writeFeed(changed: readonly KindedRecord[], news: readonly FeedLine[]) {
    const isWhole = feed.isWhole() && !isOld;
    const { lines, assigned } = linesOf(isWhole ? changed : wholeWith(changed));
    const count = lines.length + news.length;
    try {
      // What is new replaces what stands before it.
      if (!isWhole) feed.renew([...lines, ...linesOfSources(), ...news]);
      else if (count > 0) feed.append([...lines, ...news]);
      isOld = false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') parts.end(FILES_GONE);
      // Without its code, which would be taken for that of a file under dataDir.
      throw new Error((error as Error).message);
    }
    return { assigned, count };
  }

  /** The workers first: a worker must know a limit before its portion gets money to spend. */
  async function tell(assigned: readonly Assigned[]): Promise<void> {
    await tellWorkers();
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
      const isLearned = await rates.learn(database);
      rateFaults.recovered();
      if (isLearned) await refresh();
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
    /** Tells everything again, after a change of the config. Where it fails, the next reading does. */
    async tellAll(): Promise<void> {
      isOld = true;
      await refresh().catch(() => {});
    },
    /** The row of a campaign in the memory of the budgets, if it has served. */
    rowOf: work.campaigns.rowOf,
    /** The last change that the workers know of, and why later ones do not reach them; undefined while they do. */
    status: () => ({
      revision: records.revision(),
      reason: faults.reason(),
    }),
    stop: () => clearInterval(timer),
  };
}

/** That the store was read. */
const WHOLE: ReadonlyMap<string, WholeLine> = new Map([['', { kind: 'whole' }]]);

/** Lines about things that are no records, by their names. `lines` returns the same map until something changes. */
function createTold<Line extends FeedLine>(
  lines: () => ReadonlyMap<string, Line>,
  /** What is told of something that is gone. */
  overOf: (line: Line) => Line,
) {
  let told: ReadonlyMap<string, Line> = new Map();
  return {
    /** What the feed does not have yet. `taken` is called once it is written. */
    news() {
      const now = lines();
      if (now === told) return { lines: [], taken() {} };
      const changed = [...now].filter(([name, line]) => !Bun.deepEquals(told.get(name), line));
      const gone = [...told].filter(([name]) => !now.has(name)).map(([, line]) => overOf(line));
      return {
        lines: [...changed.map(([, line]) => line), ...gone],
        taken(): void {
          told = now;
        },
      };
    },
    /** All that was written, for a new feed. */
    lines: () => [...told.values()],
  };
}
