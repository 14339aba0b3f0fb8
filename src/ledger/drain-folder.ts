import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';
import type { Fact } from './fact.ts';
import { type Batch, readBatch } from './journal-reader.ts';
import { listSegments, removeRetired, retireSegment, type Segment } from './segments.ts';
import { positionOf, type Settle, writeBatch } from './write-batch.ts';

export type DrainOptions = {
  readonly folder: string;
  readonly database: Database;
  readonly nowMs: () => number;
  readonly log: Log;
  /** Whether the worker of this journal may still write to it. */
  readonly isWriterAlive: (name: string) => boolean;
  /** In the transaction that keeps them. */
  readonly settle?: Settle;
  /** Told of each new fact after it is kept; a crash in between tells nobody. */
  readonly onNewFacts?: (facts: readonly Fact[]) => void;
  /** Told of calls of partners that the outbox had no room for. */
  readonly onRefusedCalls?: (count: number) => void;
};

export type FolderDrain = {
  /** Brings in all that is there now, and throws at the end where the database or the disk will not have it. */
  readonly drain: () => Promise<void>;
  /**
   * Every fact kept by then is in the database; undefined before the first time that it was so. A segment
   * that cannot be read, and that nobody writes to any more, does not hold this up for ever.
   */
  readonly caughtUpMs: () => number | undefined;
  /** What was left at the last look. */
  readonly backlogBytes: () => number;
  readonly refusedCalls: () => number;
};

const BATCH_ENTRIES_MAX = 1000;

export function createFolderDrain(options: DrainOptions): FolderDrain {
  const { folder, database, nowMs, log, isWriterAlive, settle, onNewFacts } = options;
  const positions = new Map<string, number>();
  const damaged = new Set<string>();
  /** Told of already. */
  const failing = new Set<string>();
  let hasTidied = false;
  let backlogBytes = 0;
  let refusedCalls = 0;
  let caughtUpMs: number | undefined;
  const startOf = ({ segment }: Segment) => positions.get(segment) ?? 0;

  async function drainSegment(segment: Segment): Promise<void> {
    const { segment: name, file, bytes, isFinished } = segment;
    if (!positions.has(name)) positions.set(name, await positionOf(database, name));
    const isDone = startOf(segment) >= bytes || damaged.has(name);
    if (isDone && !isFinished) return;
    let stop: Batch['stop'] = 'more';
    while (stop === 'more') {
      const batch = await readBatch(file, startOf(segment), BATCH_ENTRIES_MAX);
      if (batch.nextOffset > startOf(segment)) await write(segment, batch);
      stop = batch.stop;
    }
    if (stop === 'damaged' && !damaged.has(name)) {
      damaged.add(name);
      const facts = { segment: name, offset: startOf(segment), bytes };
      log.error(facts, 'a journal is damaged: what follows in this segment is lost');
    }
    if (!isFinished) return;
    const isDamaged = stop === 'damaged';
    await retireSegment(folder, database, { segment: name, bytes, isDamaged });
    positions.delete(name);
  }

  async function write(segment: Segment, { entries, unknown, nextOffset }: Batch): Promise<void> {
    const { segment: name, file } = segment;
    const fromOffset = startOf(segment);
    const part = { segment: name, file, fromOffset, toOffset: nextOffset };
    const written = await writeBatch(database, { ...part, entries, nowMs: nowMs(), settle });
    if (written === 'moved') throw new Error(`someone else drains ${name} at the same time`);
    positions.set(name, nextOffset);
    backlogBytes = Math.max(0, backlogBytes - (nextOffset - fromOffset));
    if (unknown > 0) log.warn({ name, unknown }, 'a journal has entries of an unknown kind');
    if (written.refusedCalls > 0) {
      refusedCalls += written.refusedCalls;
      options.onRefusedCalls?.(written.refusedCalls);
      log.warn({ count: written.refusedCalls }, 'the outbox is full: partners are not called');
    }
    if (written.newFacts.length > 0) tell(written.newFacts);
  }

  function tell(facts: readonly Fact[]): void {
    try {
      onNewFacts?.(facts);
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'new facts were kept, but not settled');
    }
  }

  /** Resolves to what went wrong with this one, and rejects where that goes for all. */
  async function tryDrainSegment(segment: Segment): Promise<Error | undefined> {
    const { segment: name } = segment;
    try {
      await drainSegment(segment);
      failing.delete(name);
      return undefined;
    } catch (error) {
      // What is remembered may no longer be so.
      positions.clear();
      hasTidied = false;
      // While the database is away, the other segments would fail in the same way.
      await database.query('select 1');
      const { message: reason } = error as Error;
      if (!failing.has(name)) log.error({ segment: name, reason }, 'a journal cannot be drained');
      failing.add(name);
      return new Error(`${name}: ${reason}`);
    }
  }

  return {
    async drain() {
      const beganMs = nowMs();
      const segments = await listSegments(folder, isWriterAlive);
      for (const known of [positions, damaged, failing]) forgetAbsent(known, segments);
      backlogBytes = segments.reduce((sum, one) => sum + Math.max(0, one.bytes - startOf(one)), 0);
      if (!hasTidied) await removeRetired(folder, database);
      hasTidied = true;
      let fault: Error | undefined;
      let isAnyHeldUp = false;
      for (const segment of segments) {
        const own = await tryDrainSegment(segment);
        fault ??= own;
        isAnyHeldUp ||= own !== undefined && !segment.isFinished;
      }
      if (!isAnyHeldUp) caughtUpMs = beganMs;
      if (fault !== undefined) throw fault;
      backlogBytes = 0;
    },
    caughtUpMs: () => caughtUpMs,
    backlogBytes: () => backlogBytes,
    refusedCalls: () => refusedCalls,
  };
}

type Known = { keys(): Iterable<string>; delete(name: string): boolean };

function forgetAbsent(known: Known, segments: readonly Segment[]): void {
  const present = new Set(segments.map(({ segment }) => segment));
  for (const name of known.keys()) if (!present.has(name)) known.delete(name);
}
