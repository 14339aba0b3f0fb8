import type { Fact } from '../sale/fact.ts';
import type { DrainOptions } from './drain-options.ts';
import type { Batch } from './journal-reader.ts';
import { Moved } from './lane-positions.ts';
import { laneAt } from './placement.ts';
import type { Segment } from './segments.ts';
import { type BatchOfLane, writeBatch } from './write-batch.ts';

/** How far a lane has come. A lane without entries in a part of the segment need not store its position after it. */
export type Progress = { stored: number; read: number };

/** Writes the entries of a part of a segment, each lane in a transaction of its own and all of them at once. */
export type LaneWriter = {
  readonly write: (segment: Segment, lanes: readonly Progress[], batch: Batch) => Promise<void>;
  /** Calls to partners that were dropped because the outbox was full. */
  readonly refusedCalls: () => number;
};

export function createLaneWriter(options: DrainOptions): LaneWriter {
  const { nowMs, settle, log } = options;
  let refusedCalls = 0;
  return {
    async write({ segment, file }, lanes, batch) {
      const { nextOffset, unknown } = batch;
      const parts = partsOf(options, lanes, batch);
      const writes = lanes.map(async (progress, lane) => {
        const entries = parts[lane] ?? [];
        if (entries.length > 0) {
          refusedCalls += await writeLane(options, {
            ...{ segment, file, lane, lanes: lanes.length, entries, settle, nowMs: nowMs() },
            ...{ fromOffset: progress.stored, toOffset: nextOffset },
          });
          progress.stored = nextOffset;
        }
        progress.read = nextOffset;
      });
      // All of them end before the next attempt, which would write the same entries.
      const ends = await Promise.allSettled(writes);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      if (unknown > 0) log.warn({ segment, unknown }, 'a journal has entries of an unknown kind');
    },
    refusedCalls: () => refusedCalls,
  };
}

/** The entries of each lane that it has not read yet. */
function partsOf(
  { placement }: DrainOptions,
  lanes: readonly Progress[],
  { entries, offsets }: Batch,
): readonly Batch['entries'][] {
  const parts: Batch['entries'][number][][] = lanes.map(() => []);
  for (const [index, entry] of entries.entries()) {
    const lane = laneAt(placement, entry, lanes.length);
    if (lane === undefined) continue;
    const isNew = (offsets[index] ?? 0) >= (lanes[lane]?.read ?? 0);
    if (isNew) parts[lane]?.push(entry);
  }
  return parts;
}

/** Resolves to the number of calls that the outbox had no room for. */
async function writeLane(options: DrainOptions, batch: BatchOfLane): Promise<number> {
  const written = await writeBatch(options.database, batch);
  if (written === 'moved') throw new Moved();
  report(options, written);
  return written.refusedCalls;
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
