import { SLABS_PER_WORKER } from '../observe/layout.ts';

/** The slots and journals of the workers of a machine. */
export type Slots = ReturnType<typeof createSlots>;

/** What one worker has of them, until it ends. */
export type TakenSlot = NonNullable<ReturnType<Slots['take']>>;

export function createSlots(workers: number, newId: () => string) {
  const free = Array.from({ length: workers * SLABS_PER_WORKER }, (_, slot) => slot);
  const live = new Set<number>();
  const journals = new Set<string>();
  return {
    /** A free slot and a new journal; undefined where all slots are taken. */
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
    /** Whether the worker of the slot is ready. */
    isLive: (slot: number) => live.has(slot),
    /** Whether a worker may write to the journal. */
    isWriter: (journal: string) => journals.has(journal),
  };
}
