import type { DrainOptions } from './drain-options.ts';
import { type Batch, readBatch } from './journal-reader.ts';
import { openPositions } from './lane-positions.ts';
import { createLaneWriter, type Progress } from './lane-writer.ts';
import type { Segment } from './segments.ts';

/** Drains one segment at a time, and remembers the position of each lane in it. */
export type SegmentDrain = {
  /** Drains everything that the segment has now. A finished segment is removed once all databases have drained it. */
  readonly drain: (segment: Segment) => Promise<void>;
  /** According to the remembered positions. */
  readonly undrainedBytes: (segment: Segment) => number;
  /** The next drain reads the positions from the database again. */
  readonly forgetPositions: () => void;
  readonly forgetAllBut: (names: ReadonlySet<string>) => void;
  /** Calls to partners that were dropped because the outbox was full. */
  readonly refusedCalls: () => number;
};

/** For each lane. */
const BATCH_ENTRIES_MAX = 1000;

export function createSegmentDrain(
  options: DrainOptions,
  onDrained: (bytes: number) => void,
): SegmentDrain {
  const { database, placement, retirement, log } = options;
  const writer = createLaneWriter(options);
  const progress = new Map<string, readonly Progress[]>();
  const damaged = new Set<string>();

  async function open(segment: Segment): Promise<readonly Progress[]> {
    const known = progress.get(segment.segment);
    if (known !== undefined) return known;
    const positions = await openPositions(database, segment, placement.lanes);
    const lanes = positions.map((offset) => ({ stored: offset, read: offset }));
    progress.set(segment.segment, lanes);
    return lanes;
  }

  async function drain(segment: Segment): Promise<void> {
    const { segment: name, bytes, isFinished } = segment;
    const lanes = await open(segment);
    if (slowestOf(lanes) < bytes && !damaged.has(name)) {
      const stop = await drainBatches(segment, lanes);
      if (stop === 'damaged') {
        log.error({ segment: name, offset: slowestOf(lanes), bytes }, DAMAGED);
        damaged.add(name);
      }
    }
    const isDamaged = damaged.has(name);
    if (isFinished) await retirement.done(placement.index, { segment: name, bytes, isDamaged });
  }

  async function drainBatches(
    segment: Segment,
    lanes: readonly Progress[],
  ): Promise<Batch['stop']> {
    for (;;) {
      const position = slowestOf(lanes);
      const batch = await readBatch(segment.file, position, BATCH_ENTRIES_MAX * lanes.length);
      if (batch.nextOffset > position) await writer.write(segment, lanes, batch);
      onDrained(batch.nextOffset - position);
      if (batch.stop !== 'more') return batch.stop;
    }
  }

  return {
    drain,
    undrainedBytes: ({ segment, bytes }) =>
      Math.max(0, bytes - slowestOf(progress.get(segment) ?? [])),
    forgetPositions: () => progress.clear(),
    forgetAllBut(names) {
      for (const known of [progress, damaged]) deleteAllBut(known, names);
    },
    refusedCalls: writer.refusedCalls,
  };
}

const DAMAGED = 'a journal is damaged: the rest of this segment is lost';

/** The offset that all lanes have reached. */
function slowestOf(lanes: readonly Progress[]): number {
  return lanes.length === 0 ? 0 : Math.min(...lanes.map(({ read }) => read));
}

type Known = { keys(): Iterable<string>; delete(name: string): boolean };

function deleteAllBut(known: Known, names: ReadonlySet<string>): void {
  for (const name of known.keys()) if (!names.has(name)) known.delete(name);
}
