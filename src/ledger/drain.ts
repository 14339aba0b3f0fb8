import { inTime } from '../lib/in-time.ts';
import type { Database } from './database.ts';
import type { Fact } from './fact.ts';
import { readBatch } from './journal-reader.ts';
import { createPurge } from './purge.ts';
import { listSegments, removeRetired, retireSegment, type Segment } from './segments.ts';
import { positionOf, writeBatch } from './write-batch.ts';

/** Brings what the workers' journals hold into the database, each thing once. */
export type Drain = {
  /** Drains until it is stopped. */
  readonly start: () => void;
  /** Drains what is there, if the database answers, and ends. */
  readonly stop: () => Promise<void>;
  /** Everything that is in the journals now; throws where the database or the disk will not have it. */
  readonly drainOnce: () => Promise<void>;
  readonly lag: () => Lag;
};

export type Lag = {
  /** In the journals and not in the database, as of the last look. */
  readonly bytes: number;
  /** The age that the oldest of it may have. */
  readonly oldestMs: number;
  /** Calls of partners that the outbox had no room for, since the start. */
  readonly refusedCalls: number;
  readonly isDatabaseGone: boolean;
};

type Log = Readonly<Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>>;

export type DrainOptions = {
  readonly folder: string;
  readonly database: Database;
  readonly nowMs: () => number;
  readonly log: Log;
  /** Whether the worker of this journal may still write to it. */
  readonly isWriterAlive: (name: string) => boolean;
  /** Told of each new fact after it is kept; a crash in between tells nobody. */
  readonly onNewFacts?: (facts: readonly Fact[]) => void;
};

export const BATCH_ENTRIES_MAX = 1000;
/** A database that does not answer is as good as gone. */
const BATCH_MS_MAX = 30_000;
const POLL_MS = 100;
const RETRY_MS_MAX = 5000;

export function createDrain(options: DrainOptions): Drain {
  const { folder, database, nowMs, log, isWriterAlive, onNewFacts = () => {} } = options;
  const positions = new Map<string, number>();
  const damaged = new Set<string>();
  const purge = createPurge(database, nowMs);
  let hasTidied = false;
  let backlogBytes = 0;
  let caughtUpMs = nowMs();
  let refusedCalls = 0;
  let failures = 0;
  let stopping = false;
  let running: Promise<void> | undefined;
  let wake = () => {};

  async function drainOnce(): Promise<void> {
    const beganMs = nowMs();
    const segments = await listSegments(folder, isWriterAlive);
    backlogBytes = segments.reduce((sum, one) => sum + Math.max(0, one.bytes - startOf(one)), 0);
    if (!hasTidied) await removeRetired(folder, database);
    hasTidied = true;
    for (const segment of segments) await drainSegment(segment);
    forgetRemoved(segments);
    backlogBytes = 0;
    caughtUpMs = beganMs;
    await purge();
  }

  async function drainSegment(segment: Segment): Promise<void> {
    const { segment: name, file, bytes, isFinished } = segment;
    if (!positions.has(name)) positions.set(name, await positionOf(database, name));
    const isDone = startOf(segment) >= bytes || damaged.has(name);
    if (isDone && !isFinished) return;
    let stop: Awaited<ReturnType<typeof readBatch>>['stop'] = 'more';
    while (stop === 'more') {
      const from = startOf(segment);
      const batch = await readBatch(file, from, BATCH_ENTRIES_MAX);
      if (batch.nextOffset > from) await write(name, from, batch);
      stop = batch.stop;
    }
    if (stop === 'damaged' && !damaged.has(name)) {
      damaged.add(name);
      const facts = { segment: name, offset: startOf(segment), bytes };
      log.error(facts, 'a journal is damaged: what follows in this segment is lost');
    }
    if (!isFinished) return;
    await retireSegment(folder, database, { segment: name, isDamaged: stop === 'damaged' });
    positions.delete(name);
  }

  async function write(
    segment: string,
    fromOffset: number,
    { entries, unknown, nextOffset: toOffset }: Awaited<ReturnType<typeof readBatch>>,
  ): Promise<void> {
    const batch = { segment, fromOffset, toOffset, entries, nowMs: nowMs() };
    const written = await inTime(writeBatch(database, batch), BATCH_MS_MAX, 'late' as const);
    if (written === 'late') throw new Error(`no answer from the database in ${BATCH_MS_MAX} ms`);
    if (written === 'moved') {
      positions.set(segment, await positionOf(database, segment));
      return;
    }
    positions.set(segment, toOffset);
    backlogBytes = Math.max(0, backlogBytes - (toOffset - fromOffset));
    if (unknown > 0) log.warn({ segment, unknown }, 'a journal has entries of an unknown kind');
    if (written.refusedCalls > 0) {
      refusedCalls += written.refusedCalls;
      log.warn(
        { refusedCalls: written.refusedCalls },
        'the outbox is full: partners are not called',
      );
    }
    if (written.newFacts.length > 0) tell(written.newFacts);
  }

  function tell(facts: readonly Fact[]): void {
    try {
      onNewFacts(facts);
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'new facts were kept, but not settled');
    }
  }

  function startOf({ segment }: Segment): number {
    return positions.get(segment) ?? 0;
  }

  function forgetRemoved(segments: readonly Segment[]): void {
    const present = new Set(segments.map(({ segment }) => segment));
    for (const known of [positions, damaged]) {
      for (const name of known.keys()) if (!present.has(name)) known.delete(name);
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      await attempt();
      if (stopping) break;
      const waitMs =
        failures === 0 ? POLL_MS : Math.min(POLL_MS * 2 ** (failures - 1), RETRY_MS_MAX);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await attempt();
  }

  async function attempt(): Promise<void> {
    try {
      await drainOnce();
      if (failures > 0) log.info({ failures }, 'the journals are drained again');
      failures = 0;
    } catch (error) {
      const reason = (error as Error).message;
      if (failures === 0)
        log.error({ reason }, 'the journals cannot be drained; they keep what comes');
      failures++;
    }
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      stopping = true;
      wake();
      await running;
    },
    drainOnce,
    lag: () => ({
      bytes: backlogBytes,
      oldestMs: backlogBytes === 0 ? 0 : nowMs() - caughtUpMs,
      refusedCalls,
      isDatabaseGone: failures > 0,
    }),
  };
}
