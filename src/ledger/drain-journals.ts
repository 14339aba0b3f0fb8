import type { SaleEvent } from '../core/sale/fact.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../lib/sql/database.ts';
import { type AccountOf, NO_ACCOUNTS } from './budgets/account.ts';
import type { CallResult } from './call-partners.ts';
import type { NamedValues } from './named-values.ts';
import { createKnownPositions, PositionChanged } from './positions.ts';
import { OUTBOX_ROWS_MAX } from './queue-calls.ts';
import {
  type Look,
  type LookMax,
  type ReadFailure,
  readJournals,
  undrainedBytes,
} from './read-journals.ts';
import { createSegmentFlaws, listJournals, removeSegment, undoRemovals } from './segments.ts';
import { createStrangeJournals } from './strange-journals.ts';
import { type Written, writeLook } from './write-look.ts';

export type JournalDrainOptions = {
  readonly folder: string;
  readonly database: Database;
  readonly nowMs: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly tickMs: () => number;
  readonly log: Log;
  /** Whether the worker of this journal may still write to it. */
  readonly isWriterAlive: (journal: string) => boolean;
  /** The names of the partners whose campaigns are not in our config. They change with the config. */
  readonly remotePartners: () => ReadonlySet<string>;
  /** Of a campaign, by its key in the ledger. One that is unknown has no limit, and days of UTC. */
  readonly accountOf?: AccountOf;
  /** Those of them whose bids are priced here. */
  readonly searchPartners?: () => ReadonlySet<string>;
  /** Bounds the creatives and advertisers that are counted by name. */
  readonly named?: NamedValues;
  /**
   * Called after the commit with new facts and conversions, and with those of before that are charged now. A crash in
   * between skips it.
   */
  readonly onNewFacts?: (events: readonly SaleEvent[], charges: readonly SaleEvent[]) => void;
  /** Called with how calls to partners ended; `refused`: dropped, because the outbox was full. */
  readonly onCall?: (result: CallResult | 'refused', count: number) => void;
  readonly lookMax?: LookMax;
  readonly outboxRowsMax?: number;
  /** Samples of requests are kept for so many days. undefined: none are. */
  readonly sampleDays?: number | undefined;
};

export type DrainCounts = {
  /** In the journals and not in the database, by the positions that are known. */
  readonly bytes: number;
  /** Calls to partners that were dropped because the outbox was full, since the start. */
  readonly refusedCalls: number;
  /** Intact entries that this version does not know, since the start. */
  readonly unknownEntries: number;
};

/** What one transaction takes. The rest follows at once, in the next. */
const LOOK_MAX: LookMax = { entries: 2000, bytes: 4 * 1024 ** 2 };

/** Of one look, where others move the same positions. */
const TRIES_MAX = 10;

/** Drains the journals of one folder. */
export function createJournalDrain(options: JournalDrainOptions) {
  const { folder, database, nowMs, log, lookMax: max = LOOK_MAX } = options;
  const { outboxRowsMax = OUTBOX_ROWS_MAX } = options;
  const positions = createKnownPositions(database);
  const flaws = createSegmentFlaws(folder, log, options.tickMs);
  const strange = createStrangeJournals(options, positions.of);
  let caughtUpMs: number | undefined;
  let hasUndoneRemovals = false;
  let bytes = 0;
  let unknownEntries = 0;
  let refusedCalls = 0;
  let tries = 0;

  /** Resolves to false where a position was another one: the look has to be read again. */
  async function write({ entries, moves }: Look): Promise<boolean> {
    if (moves.length === 0) return true;
    const remotePartners = options.remotePartners();
    const { accountOf = NO_ACCOUNTS } = options;
    const searchPartners = options.searchPartners?.();
    const partners = { remotePartners, searchPartners, accountOf, named: options.named };
    const { sampleDays } = options;
    const look = { entries, moves, ...partners, nowMs: nowMs(), outboxRowsMax, sampleDays };
    try {
      const written = await writeLook(database, look);
      positions.moved(moves);
      tries = 0;
      refusedCalls += written.refusedCalls;
      report(options, written);
      return true;
    } catch (error) {
      if (!(error instanceof PositionChanged)) {
        positions.maybeMoved(moves);
        throw error;
      }
      if (++tries % TRIES_MAX === 0) throw error;
      await positions.refresh();
      return false;
    }
  }

  /** Resolves to the segments that could not be read, or to undefined where journals have got other names. */
  async function drainAll(): Promise<readonly ReadFailure[] | undefined> {
    const listed = await listJournals(folder, options.isWriterAlive);
    bytes = undrainedBytes(listed, positions.of);
    flaws.forgetAllBut(listed);
    await positions.open(listed.map(({ journal }) => journal));
    const source = { positionOf: positions.of, max };
    const failures: ReadFailure[] = [];
    for (let rest = listed; rest.length > 0; ) {
      if (await strange.rename(listed)) return undefined;
      const look = await readJournals(rest, source);
      await flaws.keep(look.flaws);
      if (!(await write(look))) continue;
      strange.moved(look.moves);
      for (const segment of look.drained) await removeSegment(segment);
      for (const { flaw, lines } of look.flaws) if (flaw === 'unknown') unknownEntries += lines;
      failures.push(...look.failures);
      rest = look.rest;
      bytes = undrainedBytes(rest, positions.of);
    }
    return failures;
  }

  return {
    /** Drains everything that is there now. Rejects at the end where the database or the disk fails. */
    async drain(): Promise<void> {
      const startedMs = nowMs();
      if (!hasUndoneRemovals) await undoRemovals(folder);
      hasUndoneRemovals = true;
      const failures = await underLastingNames(drainAll);
      if (!failures.some(({ isWrittenTo }) => isWrittenTo)) caughtUpMs = startedMs;
      const [first] = failures;
      if (first !== undefined) throw new Error(`${first.segment}: ${first.error.message}`);
    },
    /**
     * Every fact recorded before is in the database. undefined before the first complete drain. A journal that cannot be
     * read does not hold this time back once its writer has ended.
     */
    caughtUpMs: () => caughtUpMs,
    counts: (): DrainCounts => ({ bytes, unknownEntries, refusedCalls }),
  };
}

/** In one drain. A journal with a new name has no position in the database, or one that this process has written. */
const RENAMES_MAX = 4;
const STILL_STRANGE = `the positions of journals in the database are of other files, also after the journals got other names ${RENAMES_MAX} times: see whether something else writes to the table journals`;

/** Begins anew where journals have got other names. */
async function underLastingNames<T>(work: () => Promise<T | undefined>): Promise<T> {
  for (let renamed = 0; renamed < RENAMES_MAX; renamed++) {
    const result = await work();
    if (result !== undefined) return result;
  }
  throw new Error(STILL_STRANGE);
}

function report(
  { log, onCall, onNewFacts }: JournalDrainOptions,
  { refusedCalls, newEvents, charges }: Written,
): void {
  if (refusedCalls > 0) {
    onCall?.('refused', refusedCalls);
    log.warn({ count: refusedCalls }, 'the outbox is full: partners are not called');
  }
  reportNew({ newEvents, charges }, onNewFacts, log);
}

export function reportNew(
  { newEvents, charges }: Pick<Written, 'newEvents' | 'charges'>,
  onNewFacts: JournalDrainOptions['onNewFacts'],
  log: Log,
): void {
  if (newEvents.length === 0) return;
  try {
    onNewFacts?.(newEvents, charges);
  } catch (error) {
    const { message: reason } = error as Error;
    log.error({ reason }, 'new facts or conversions are stored, but not counted in the metrics');
  }
}
