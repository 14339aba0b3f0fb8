import { GATE_WORDS } from '../auction/gate.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { traitsOf } from '../demand/kinds.ts';
import type { Account } from '../ledger/budgets/account.ts';
import { type SliceMemory, sliceBytes } from '../ledger/budgets/slice-memory.ts';
import { LEASE_BYTES } from '../limits/lease/lease-memory.ts';
import { type LimiterMemory, limiterBytes } from '../limits/limit-counters.ts';
import type { Limits } from '../limits/limiter.ts';
import { type Layout, metricsBytes, type Slab, slabAt, slabsAt } from '../observe/layout.ts';
import { accountsOf } from './accounts.ts';
import { metricsLayout } from './metrics-layout.ts';

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
  /** Rows for campaigns of the store, behind those of the accounts. */
  readonly spare: number;
};

/** Campaigns of the store that can serve between two restarts or reloads. Rows that no campaign has used take no memory. */
const STORE_ROWS = 100_000;

export function usesStore(entry: Config['partners'][number]): boolean {
  return traitsOf(entry).campaigns?.kind === 'store';
}

/** Every process computes the same plan from the same setup. */
export function planMemory(setup: Setup, workers: number): MemoryPlan {
  const { limits, partners } = setup.config;
  return {
    limits,
    partners: partners.length,
    layout: metricsLayout(partners, workers),
    accounts: accountsOf(setup),
    spare: partners.some(usesStore) ? STORE_ROWS : 0,
  };
}

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
