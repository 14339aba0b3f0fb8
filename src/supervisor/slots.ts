import { SLABS_PER_WORKER } from '../worker/metrics-layout.ts';

/** The slots and journals of the workers of a machine. */
export type Slots = {
  /** A free slot and a new journal for one worker; undefined where all slots are taken. */
  readonly take: () => TakenSlot | undefined;
  /** Whether the worker of the slot is ready. */
  readonly isLive: (slot: number) => boolean;
  /** Whether a worker may write to the journal. */
  readonly isWriter: (journal: string) => boolean;
};

export type TakenSlot = {
  readonly slot: number;
  readonly journal: string;
  readonly markReady: () => void;
  readonly release: () => void;
};

export function createSlots(workers: number, newId: () => string): Slots {
  const free = Array.from({ length: workers * SLABS_PER_WORKER }, (_, slot) => slot);
  const live = new Set<number>();
  const journals = new Set<string>();
  return {
    take() {
      const slot = free.shift();
      if (slot === undefined) return undefined;
      // Never used before.
      const journal = newId();
      // Before the worker can write to it: the drain removes a journal without a live writer.
      journals.add(journal);
      return {
        slot,
        journal,
        markReady: () => live.add(slot),
        release() {
          free.push(slot);
          live.delete(slot);
          journals.delete(journal);
        },
      };
    },
    isLive: (slot) => live.has(slot),
    isWriter: (journal) => journals.has(journal),
  };
}
