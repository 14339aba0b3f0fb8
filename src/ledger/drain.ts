import { open } from 'node:fs/promises';
import type { SaleEvent } from '../core/sale/fact.ts';
import type { Log } from '../lib/log.ts';
import { repeat } from '../lib/repeat.ts';
import type { Database } from '../lib/sql/database.ts';
import { type AccountOf, NO_ACCOUNTS } from './budgets/account.ts';
import type { CallResult } from './call-partners.ts';
import { createFaultLog } from './fault-log.ts';
import { createFlawKeeper } from './flaws.ts';
import { OUTBOX_ROWS_MAX } from './outbox.ts';
import {
  BEGINNING,
  ifGone,
  isSamePosition,
  type JournalFiles,
  type JournalPosition,
  type Look,
  type LookMax,
  listJournals,
  lockPositions,
  type Positions,
  type ReadFailure,
  readJournals,
  removeSegment,
  type Start,
  undoRemovals,
  undrainedBytes,
} from './read-journals.ts';
import { createNamedValues } from './rollup.ts';
import { createUpkeep, type UpkeepOptions } from './upkeep.ts';
import { settleDueConversions, type Written, writeLook } from './write-look.ts';

export type Drain = ReturnType<typeof createDrain>;

export type Lag = {
  /** In the journals and not in the database, by the positions that are known. */
  readonly bytes: number;
  /** An upper bound of the age of the oldest byte that is not drained. */
  readonly oldestMs: number;
  /** Calls to partners that were dropped because the outbox was full, since the start. */
  readonly refusedCalls: number;
  /** Intact entries that this version does not know, since the start. */
  readonly unknownEntries: number;
  /** Why the database cannot be used; undefined while it can. */
  readonly reason: string | undefined;
  readonly isDatabaseUp: boolean;
};

export type DrainOptions = Pick<UpkeepOptions, 'keepDays' | 'sampleDays' | 'rates'> & {
  readonly folder: string;
  readonly database: Database;
  readonly nowMs: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly tickMs?: () => number;
  readonly log: Log;
  /** Ends this process, with a sentence. */
  readonly end: (reason: string) => void;
  /** Whether the worker of this journal may still write to it. */
  readonly isWriterAlive: (journal: string) => boolean;
  /** The names of the partners whose campaigns are not in our config. They change with the config. */
  readonly remotePartners: () => ReadonlySet<string>;
  /** Of a campaign, by its key in the ledger. One that is unknown has no limit, and days of UTC. */
  readonly accountOf?: AccountOf;
  /** Those of them whose bids are priced here. */
  readonly searchPartners?: () => ReadonlySet<string>;
  /** Until it says true, for some seconds at most, nothing is drained: it would be charged without a limit. */
  readonly knowsCampaigns?: () => boolean;
  /**
   * Called after the commit with new facts and conversions, and with those of before that are charged now. A crash in
   * between skips it.
   */
  readonly onNewFacts?: (events: readonly SaleEvent[], charges: readonly SaleEvent[]) => void;
  /** Called with how calls to partners ended; `refused`: dropped, because the outbox was full. */
  readonly onCall?: (result: CallResult | 'refused', count: number) => void;
  readonly lookMax?: LookMax;
  readonly outboxRowsMax?: number;
};

/** What one transaction takes. The rest follows at once, in the next. */
const LOOK_MAX: LookMax = { entries: 2000, bytes: 4 * 1024 ** 2 };

/** With the outbox and the budgets, a machine makes at most ten transactions a second. */
const POLL_MS = 400;
const RETRY_MS_MAX = 5000;

/** After a start, for campaigns to be known, and how often it looks. A store that cannot be read must not fill the journals. */
const UNKNOWN_MS_MAX = 10_000;
const UNKNOWN_POLL_MS = 20;

/** After each failure in a row twice as long. */
function waitMsAfter(failures: number): number {
  return Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX);
}

const DRAIN_FAILED = 'the journals cannot be drained: their entries stay on disk until they can';
const CHANGED_FILE =
  'is not of a line in its file: this machine was put back to a snapshot, or the file is damaged';

/** Brings the entries of the workers' journals into the database, each of them once. */
export function createDrain(options: DrainOptions) {
  const { folder, database, nowMs, log, lookMax = LOOK_MAX } = options;
  const { tickMs = () => performance.now(), knowsCampaigns = () => true } = options;
  const { outboxRowsMax = OUTBOX_ROWS_MAX } = options;
  const named = createNamedValues();
  const faults = createFaultLog(log, DRAIN_FAILED, 'the journals are drained again');
  const upkeep = createUpkeep({ ...options, attribute }, tickMs);
  const keepFlawed = createFlawKeeper(folder, log, tickMs);
  /** As this process has written them last. Those of others are read in each transaction. */
  const known = new Map<string, JournalPosition>();
  /** How far journals are read again whose position in the database is of another file. */
  const again = new Map<string, JournalPosition>();
  const startedTickMs = tickMs();
  const counts = { bytes: 0, refusedCalls: 0, unknownEntries: 0 };
  let stopRepeating: (() => Promise<void>) | undefined;
  let hasUndoneRemovals = false;
  let caughtUpMs: number | undefined;
  let drainedMs = nowMs();
  let failures = 0;

  const knowledge = () => ({
    remotePartners: options.remotePartners(),
    accountOf: options.accountOf ?? NO_ACCOUNTS,
    searchPartners: options.searchPartners?.(),
    named,
  });

  function report({ newEvents, charges }: Pick<Written, 'newEvents' | 'charges'>): void {
    if (newEvents.length === 0) return;
    try {
      options.onNewFacts?.(newEvents, charges);
    } catch (error) {
      const { message: reason } = error as Error;
      log.error({ reason }, 'new facts or conversions are stored, but not counted in the metrics');
    }
  }

  async function attribute(clockMs: number): Promise<boolean> {
    const { newEvents, isDone } = await settleDueConversions(database, clockMs, knowledge());
    report({ newEvents, charges: [] });
    return isDone;
  }

  /**
   * A journal whose position in the database is not behind one of its lines: the whole machine was put back to a snapshot
   * after its journal was drained, or this is an older copy of it. What it has beyond that is not behind the position. So
   * it is read once more from its beginning, for what is stored once. Its writer has to begin a journal of another name.
   */
  async function startOf(files: JournalFiles, found: JournalPosition): Promise<Start> {
    const { journal, segments } = files;
    const isOwn = isSamePosition(found, known.get(journal));
    if (isOwn || (await isBehindLine(files, found))) return { position: found, isAgain: false };
    const reason = `the position of the journal ${journal} in the database ${CHANGED_FILE}`;
    if (segments.some(({ isFinished }) => !isFinished)) {
      options.end(reason);
      throw new Error(reason);
    }
    if (!again.has(journal)) log.error({ journal }, `${reason}. Its facts are read again`);
    return { position: again.get(journal) ?? BEGINNING, isAgain: true };
  }

  /** Reads and writes in one transaction. Nobody else moves the positions of these journals meanwhile. */
  async function lookAt(journals: readonly JournalFiles[]): Promise<Look> {
    // Most looks find nothing: they need no transaction.
    if (undrainedBytes(journals, known) === 0) {
      const start = (journal: string) => ({ position: known.get(journal) ?? BEGINNING });
      return readJournals(journals, (journal) => ({ ...start(journal), isAgain: false }), lookMax);
    }
    const names = journals.map(({ journal }) => journal);
    const { kind } = database;
    const { look, starts, written } = await database
      .transaction(async (query) => {
        const found: Positions = await lockPositions(query, kind, names);
        const starts = new Map<string, Start>();
        for (const files of journals) {
          starts.set(files.journal, await startOf(files, found.get(files.journal) ?? BEGINNING));
        }
        const begin = { position: BEGINNING, isAgain: false };
        const look = await readJournals(journals, (name) => starts.get(name) ?? begin, lookMax);
        await keepFlawed(look.flaws);
        const moved = new Map([...look.moved].filter(([name]) => !starts.get(name)?.isAgain));
        if (look.moved.size === 0) return { look, starts };
        const { entries } = look;
        const toWrite = { entries, moved, nowMs: nowMs(), outboxRowsMax };
        const written = await writeLook(query, kind, { ...toWrite, ...knowledge() });
        return { look, starts, written };
      })
      .catch((error: unknown) => {
        // The answer may be lost: they are moved or not.
        for (const name of names) known.delete(name);
        throw error;
      });
    for (const [name, { position, isAgain }] of starts) {
      (isAgain ? again : known).set(name, look.moved.get(name) ?? position);
    }
    for (const { flaw, lines } of look.flaws)
      if (flaw === 'unknown') counts.unknownEntries += lines;
    if (written === undefined) return look;
    const { refusedCalls } = written;
    if (refusedCalls > 0) {
      counts.refusedCalls += refusedCalls;
      options.onCall?.('refused', refusedCalls);
      log.warn({ count: refusedCalls }, 'the outbox is full: partners are not called');
    }
    report(written);
    return look;
  }

  /** Drains everything that is there now. Rejects at the end where the database or the disk fails. */
  async function drain(): Promise<void> {
    const startedMs = nowMs();
    if (!hasUndoneRemovals) await undoRemovals(folder);
    hasUndoneRemovals = true;
    const listed = await listJournals(folder, options.isWriterAlive);
    const names = new Set(listed.map(({ journal }) => journal));
    for (const of of [known, again])
      for (const name of of.keys()) if (!names.has(name)) of.delete(name);
    const failed: ReadFailure[] = [];
    counts.bytes = undrainedBytes(listed, known);
    for (let isFull = true; isFull; counts.bytes = undrainedBytes(listed, known)) {
      const look = await lookAt(listed);
      for (const segment of look.drained) await removeSegment(segment);
      failed.push(...look.failures);
      ({ isFull } = look);
    }
    if (!failed.some(({ isWrittenTo }) => isWrittenTo)) caughtUpMs = startedMs;
    const [first] = failed;
    if (first !== undefined) throw new Error(`${first.segment}: ${first.error.message}`);
    counts.bytes = 0;
    drainedMs = startedMs;
  }

  /** Resolves to how long to wait for the next one. */
  async function attempt(): Promise<number> {
    if (!knowsCampaigns() && tickMs() - startedTickMs < UNKNOWN_MS_MAX) return UNKNOWN_POLL_MS;
    try {
      await drain();
      void upkeep.run();
      failures = 0;
      faults.recovered();
    } catch (error) {
      failures++;
      faults.failed(error);
    }
    return waitMsAfter(failures);
  }

  return {
    start(): void {
      stopRepeating ??= repeat(attempt);
    },
    /** Drains once more, if the database answers, and ends. */
    async stop(): Promise<void> {
      await stopRepeating?.();
      await attempt();
      await upkeep.ended();
    },
    /** Drains everything that is in the journals now, and deletes what is old. Rejects where the drain fails. */
    drainOnce: () => drain().then(upkeep.run),
    lag(): Lag {
      const reason = faults.reason();
      const oldestMs = counts.bytes === 0 ? 0 : nowMs() - drainedMs;
      return { ...counts, oldestMs, reason, isDatabaseUp: reason === undefined };
    },
    /**
     * Every fact recorded before is in the database. undefined before the first complete drain. A journal that cannot be
     * read does not hold this time back once its writer has ended.
     */
    caughtUpMs: () => caughtUpMs,
  };
}

const NEWLINE = 0x0a;

/** A segment that is not there was drained, unless it would be newer than all. */
async function isBehindLine(
  { segments }: JournalFiles,
  { segment, offset }: JournalPosition,
): Promise<boolean> {
  const file = segments.find(({ number }) => number === segment)?.file;
  if (file === undefined) return offset === 0 || segment < (segments.at(-1)?.number ?? 0);
  if (offset === 0) return true;
  await using handle = await open(file, 'r').catch(ifGone(undefined));
  if (handle === undefined) return true;
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset - 1);
  return bytesRead === 1 && buffer[0] === NEWLINE;
}
