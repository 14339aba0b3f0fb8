import type { DrainOptions } from './drain-options.ts';
import type { Fact } from './fact.ts';
import { type Batch, readBatch } from './journal-reader.ts';
import { retireSegment, type Segment } from './segments.ts';
import { positionOf, writeBatch } from './write-batch.ts';

/** Drains one segment at a time, and remembers the position in each. */
export type SegmentDrain = {
  /** Drains everything that the segment has now. Removes a finished segment afterwards. */
  readonly drain: (segment: Segment) => Promise<void>;
  /** According to the remembered position. */
  readonly undrainedBytes: (segment: Segment) => number;
  /** The next drain reads the positions from the database again. */
  readonly forgetPositions: () => void;
  readonly forgetAllBut: (names: ReadonlySet<string>) => void;
  /** Calls to partners that were dropped because the outbox was full. */
  readonly refusedCalls: () => number;
};

const BATCH_ENTRIES_MAX = 1000;

export function createSegmentDrain(
  options: DrainOptions,
  onDrained: (bytes: number) => void,
): SegmentDrain {
  const { folder, database, log } = options;
  const positions = new Map<string, number>();
  const damaged = new Set<string>();
  let refusedCalls = 0;
  const positionIn = ({ segment }: Segment) => positions.get(segment) ?? 0;

  async function drain(segment: Segment): Promise<void> {
    const { segment: name, bytes, isFinished } = segment;
    if (!positions.has(name)) positions.set(name, await positionOf(database, name));
    const isDrained = positionIn(segment) >= bytes || damaged.has(name);
    if (isDrained && !isFinished) return;
    const stop = await drainBatches(segment);
    const isDamaged = stop === 'damaged';
    if (isDamaged && !damaged.has(name))
      log.error({ segment: name, offset: positionIn(segment), bytes }, DAMAGED);
    if (isDamaged) damaged.add(name);
    if (!isFinished) return;
    await retireSegment(folder, database, { segment: name, bytes, isDamaged });
    positions.delete(name);
  }

  async function drainBatches(segment: Segment): Promise<Batch['stop']> {
    for (;;) {
      const position = positionIn(segment);
      const batch = await readBatch(segment.file, position, BATCH_ENTRIES_MAX);
      if (batch.nextOffset > position) await write(segment, batch);
      if (batch.stop !== 'more') return batch.stop;
    }
  }

  async function write(segment: Segment, { entries, unknown, nextOffset }: Batch): Promise<void> {
    const { segment: name, file } = segment;
    const fromOffset = positionIn(segment);
    const part = { segment: name, file, fromOffset, toOffset: nextOffset, entries };
    const { nowMs, settle } = options;
    const written = await writeBatch(database, { ...part, nowMs: nowMs(), settle });
    if (written === 'moved') throw new Error(`another process drains ${name} at the same time`);
    positions.set(name, nextOffset);
    onDrained(nextOffset - fromOffset);
    if (unknown > 0) log.warn({ name, unknown }, 'a journal has entries of an unknown kind');
    refusedCalls += written.refusedCalls;
    report(options, written);
  }

  return {
    drain,
    undrainedBytes: (segment) => Math.max(0, segment.bytes - positionIn(segment)),
    forgetPositions: () => positions.clear(),
    forgetAllBut(names) {
      for (const known of [positions, damaged]) deleteAllBut(known, names);
    },
    refusedCalls: () => refusedCalls,
  };
}

const DAMAGED = 'a journal is damaged: the rest of this segment is lost';

type Known = { keys(): Iterable<string>; delete(name: string): boolean };

function deleteAllBut(known: Known, names: ReadonlySet<string>): void {
  for (const name of known.keys()) if (!names.has(name)) known.delete(name);
}

function report(
  { log, onRefusedCalls, onNewFacts }: DrainOptions,
  written: { readonly refusedCalls: number; readonly newFacts: readonly Fact[] },
): void {
  if (written.refusedCalls > 0) {
    onRefusedCalls?.(written.refusedCalls);
    log.warn({ count: written.refusedCalls }, 'the outbox is full: partners are not called');
  }
  if (written.newFacts.length === 0) return;
  try {
    onNewFacts?.(written.newFacts);
  } catch (error) {
    const { message: reason } = error as Error;
    log.error({ reason }, 'new facts are stored, but not counted in the metrics');
  }
}
