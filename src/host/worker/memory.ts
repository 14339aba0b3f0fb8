import { GATE_WORDS } from '../../core/auction/gate.ts';
import { CAMPAIGNS_MAX } from '../../demand/campaigns/campaign-schema.ts';
import { PARTNERS_MAX, traitsOf } from '../../demand/kinds.ts';
import { portionWords } from '../../ledger/budgets/portion-memory.ts';
import { LINE_BYTES, layout } from '../../lib/layout.ts';
import type { Config } from '../config/config.ts';
import { LOT_WORDS, mapLots } from '../fleet/lot-memory.ts';
import { COUNT_WORDS, mapCounts } from '../limits/frequency/count-memory.ts';
import { limiterWords, mapCounters } from '../limits/limit-counters.ts';
import { createLayout } from '../observe/layout.ts';

/** Campaigns that can serve on a machine while it runs. Rows that no campaign has used take no memory. */
export const CAMPAIGN_ROWS = 2 * CAMPAIGNS_MAX;

export function usesStore(entry: Config['partners'][number]): boolean {
  return traitsOf(entry).campaigns?.kind === 'store';
}

/** What the layout of a machine's memory follows from: decided at its start, and the same in all its processes. */
export type MemoryShape = {
  readonly workers: number;
  /** Of the tables that limits count in. */
  readonly limitBuckets: number;
};

/** Each gate has lines of the cache of its own. */
const GATE_ROW = LINE_BYTES / 8;

/** The shared memory of the processes of a machine, which outlives every config. */
export type Memory = ReturnType<ReturnType<typeof planMemory>['map']>;

export function planMemory({ workers, limitBuckets }: MemoryShape) {
  const metrics = createLayout(workers);
  const plan = layout({
    limits: limiterWords(limitBuckets),
    lots: LOT_WORDS,
    gates: PARTNERS_MAX * GATE_ROW,
    pauses: PARTNERS_MAX,
    slabs: metrics.words,
    portions: portionWords(CAMPAIGN_ROWS),
    // Last, as only a part of it may ever be touched.
    frequency: COUNT_WORDS,
  });
  return {
    words: plan.words,
    map({ buffer, byteOffset }: Uint8Array<ArrayBufferLike>) {
      const parts = plan.map({ buffer, byteOffset });
      const gates = parts.gates.words;
      return {
        /** Of the slabs. Partners are added to it as they come. */
        metrics,
        /** The counters of the limits. */
        limits: mapCounters(limitBuckets, parts.limits.words),
        /** What the supervisor has taken of limits that machines share. */
        lots: mapLots(parts.lots.words),
        /** The gate of a partner, by its row. */
        gate: (row: number) => gates.subarray(row * GATE_ROW, row * GATE_ROW + GATE_WORDS),
        /** By the partner's row: not zero while an operator has paused it. */
        pauses: parts.pauses.halves,
        /** By the slot of the worker. */
        slab: (slot: number) => metrics.slabAt(parts.slabs.words, slot),
        slabs: () => metrics.slots.map((slot) => metrics.slabAt(parts.slabs.words, slot)),
        /** What campaigns may still sell, by their rows. */
        portions: parts.portions.words,
        /** What was sold to which conversation or person, for frequency caps. */
        frequency: mapCounts(parts.frequency.words),
      };
    },
  };
}
