import { SLABS_PER_WORKER } from '../worker/metrics-layout.ts';

/** The slots and journals of the live workers. Other parts read it from before the first worker starts. */
export type LiveWorkers = {
  /** Slots whose worker is ready. */
  readonly slots: Set<number>;
  /** Journals that a worker may write to. */
  readonly journals: Set<string>;
};

/** What one worker needs for itself: a free slot and a new journal. */
export type Seat = {
  readonly slot: number;
  readonly journal: string;
  readonly markReady: () => void;
  readonly release: () => void;
};

export type SeatOptions = {
  readonly count: number;
  readonly live: LiveWorkers;
  readonly newId: () => string;
};

/** undefined where all slots are taken. */
export function createTakeSeat({ count, live, newId }: SeatOptions): () => Seat | undefined {
  const freeSlots = Array.from({ length: count * SLABS_PER_WORKER }, (_, slot) => slot);
  return () => {
    const slot = freeSlots.shift();
    if (slot === undefined) return undefined;
    // Never used before.
    const journal = newId();
    // Before the worker can write to it: the drain removes a journal without a live writer.
    live.journals.add(journal);
    return {
      slot,
      journal,
      markReady: () => live.slots.add(slot),
      release() {
        freeSlots.push(slot);
        live.slots.delete(slot);
        live.journals.delete(journal);
      },
    };
  };
}
