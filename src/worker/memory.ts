import { GATE_WORDS } from '../auction/gate.ts';
import type { Account } from '../ledger/budgets/account.ts';
import { type PursesMemory, pursesBytes } from '../ledger/budgets/purses.ts';
import { type LimiterMemory, limiterBytes } from '../limits/limit-counters.ts';
import type { Limits } from '../limits/limiter.ts';
import { type Layout, metricsBytes, type Slab, slabAt, slabsAt } from '../observe/layout.ts';

/**
 * What the processes of a machine have in common, in one piece of memory. Its layout follows from the
 * config, so that a config of another shape comes with a piece of its own.
 */
export type Memory = {
  /** The counters of the limits. */
  readonly limits: LimiterMemory;
  /** Those of this machine's share of them while Redis is away. */
  readonly share: LimiterMemory;
  /** The gate of a partner, by its place in the config. */
  readonly gate: (partner: number) => BigUint64Array<ArrayBufferLike>;
  /** Not zero while an operator has paused the partner at this place. */
  readonly pauses: Int32Array<ArrayBufferLike>;
  readonly slab: (slot: number) => Slab;
  readonly slabs: () => readonly Slab[];
  readonly purses: PursesMemory;
};

export type MemoryPlan = {
  readonly limits: Limits;
  readonly partners: number;
  readonly layout: Layout;
  readonly accounts: readonly Account[];
};

const BYTES_PER_WORD = 8;
const GATE_BYTES = GATE_WORDS * BYTES_PER_WORD;

function placesOf({ limits, partners, layout, accounts }: MemoryPlan) {
  const share = limiterBytes(limits);
  const gates = share + limiterBytes(limits);
  const pauses = gates + partners * GATE_BYTES;
  const slabs = pauses + partners * BYTES_PER_WORD;
  const purses = slabs + metricsBytes(layout);
  return { share, gates, pauses, slabs, purses, end: purses + pursesBytes(accounts) };
}

export function memoryBytes(plan: MemoryPlan): number {
  return placesOf(plan).end;
}

export function mapMemory(buffer: ArrayBufferLike, plan: MemoryPlan): Memory {
  const places = placesOf(plan);
  const slabs = { buffer, byteOffset: places.slabs };
  return {
    limits: { buffer, byteOffset: 0 },
    share: { buffer, byteOffset: places.share },
    gate: (partner) => new BigUint64Array(buffer, places.gates + partner * GATE_BYTES, GATE_WORDS),
    pauses: new Int32Array(buffer, places.pauses, plan.partners),
    slab: (slot) => slabAt(plan.layout, slabs, slot),
    slabs: () => slabsAt(plan.layout, slabs),
    purses: { buffer, byteOffset: places.purses },
  };
}
