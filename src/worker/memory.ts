import { GATE_WORDS } from '../auction/gate.ts';
import type { Account } from '../ledger/budgets/account.ts';
import { type SliceMemory, sliceBytes } from '../ledger/budgets/slice-memory.ts';
import { LEASE_BYTES } from '../limits/lease/lease-memory.ts';
import { type LimiterMemory, limiterBytes } from '../limits/limit-counters.ts';
import type { Limits } from '../limits/limiter.ts';
import { type Layout, metricsBytes, type Slab, slabAt, slabsAt } from '../observe/layout.ts';

/** The shared memory of the processes of a machine. Its layout follows from the config, so each config gets its own. */
export type Memory = {
  /** The counters of the limits. */
  readonly limits: LimiterMemory;
  /** What the supervisor has leased of limits that machines share. */
  readonly lease: LimiterMemory;
  /** The gate of a partner, by its index in the config. */
  readonly gate: (partner: number) => BigUint64Array<ArrayBufferLike>;
  /** By the partner's index in the config: not zero while an operator has paused it. */
  readonly pauses: Int32Array<ArrayBufferLike>;
  /** One word: not zero while this machine must not sell. */
  readonly halt: Int32Array<ArrayBufferLike>;
  readonly slab: (slot: number) => Slab;
  readonly slabs: () => readonly Slab[];
  readonly slices: SliceMemory;
};

export type MemoryPlan = {
  readonly limits: Limits;
  readonly partners: number;
  readonly layout: Layout;
  readonly accounts: readonly Account[];
  /** Places for campaigns of the store, behind those of the accounts. */
  readonly spare: number;
};

const BYTES_PER_WORD = 8;
const GATE_BYTES = GATE_WORDS * BYTES_PER_WORD;

function offsetsOf({ limits, partners, layout, accounts, spare }: MemoryPlan) {
  const lease = limiterBytes(limits);
  const gates = lease + LEASE_BYTES;
  const pauses = gates + partners * GATE_BYTES;
  const halt = pauses + partners * BYTES_PER_WORD;
  const slabs = halt + BYTES_PER_WORD;
  const slices = slabs + metricsBytes(layout);
  return { lease, gates, pauses, halt, slabs, slices, end: slices + sliceBytes(accounts, spare) };
}

export function memoryBytes(plan: MemoryPlan): number {
  return offsetsOf(plan).end;
}

export function mapMemory(buffer: ArrayBufferLike, plan: MemoryPlan): Memory {
  const offsets = offsetsOf(plan);
  const slabs = { buffer, byteOffset: offsets.slabs };
  return {
    limits: { buffer, byteOffset: 0 },
    lease: { buffer, byteOffset: offsets.lease },
    gate: (partner) => new BigUint64Array(buffer, offsets.gates + partner * GATE_BYTES, GATE_WORDS),
    pauses: new Int32Array(buffer, offsets.pauses, plan.partners),
    halt: new Int32Array(buffer, offsets.halt, 1),
    slab: (slot) => slabAt(plan.layout, slabs, slot),
    slabs: () => slabsAt(plan.layout, slabs),
    slices: { buffer, byteOffset: offsets.slices },
  };
}
