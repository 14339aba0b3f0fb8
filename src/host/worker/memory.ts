import { GATE_WORDS } from '../../core/auction/gate.ts';
import { PARTNERS_MAX, traitsOf } from '../../demand/kinds.ts';
import { portionBytes } from '../../ledger/budgets/portion-memory.ts';
import { toWholeLines } from '../../lib/layout.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { LOT_BYTES } from '../fleet/lot-memory.ts';
import { COUNT_BYTES } from '../limits/frequency/count-memory.ts';
import { limiterBytes } from '../limits/limit-counters.ts';
import { metricsBytes, slabAt, slabsAt } from '../observe/layout.ts';
import { accountsOf } from './accounts.ts';
import { metricsLayout } from './metrics-layout.ts';

/** Campaigns of the store that can serve between two restarts or reloads. Rows that no campaign has used take no memory. */
const STORE_ROWS = 100_000;

export function usesStore(entry: Config['partners'][number]): boolean {
  return traitsOf(entry).campaigns?.kind === 'store';
}

export type MemoryPlan = ReturnType<typeof planMemory>;

/** Every process computes the same plan from the same setup. */
export function planMemory(setup: Setup, workers: number) {
  const { limits, partners } = setup.config;
  return {
    limits,
    /** Rows for partners: those of the config, then those of the store. */
    partners: PARTNERS_MAX,
    layout: metricsLayout(partners, workers),
    accounts: accountsOf(setup),
    /** Rows for campaigns of the store, behind those of the accounts. */
    spare: partners.some(usesStore) ? STORE_ROWS : 0,
  };
}

const BYTES_PER_WORD = 8;
const GATE_BYTES = toWholeLines(GATE_WORDS * BYTES_PER_WORD);

function offsetsOf({ limits, partners, layout, accounts, spare }: MemoryPlan) {
  // Each part begins with a line of its own.
  const lots = limiterBytes(limits);
  const gates = lots + LOT_BYTES;
  const pauses = gates + partners * GATE_BYTES;
  const slabs = pauses + toWholeLines(partners * BYTES_PER_WORD);
  const portions = slabs + metricsBytes(layout);
  // Last, as only a part of it may ever be touched.
  const frequency = portions + toWholeLines(portionBytes(accounts, spare));
  return { lots, gates, pauses, slabs, portions, frequency, end: frequency + COUNT_BYTES };
}

export function memoryBytes(plan: MemoryPlan): number {
  return offsetsOf(plan).end;
}

/** The shared memory of the processes of a machine. Its layout follows from the config, so each config gets its own. */
export type Memory = ReturnType<typeof mapMemory>;

export function mapMemory(buffer: ArrayBufferLike, plan: MemoryPlan) {
  const offsets = offsetsOf(plan);
  const slabs = { buffer, byteOffset: offsets.slabs };
  return {
    /** The counters of the limits. */
    limits: { buffer, byteOffset: 0 },
    /** What the supervisor has taken of limits that machines share. */
    lots: { buffer, byteOffset: offsets.lots },
    /** The gate of a partner, by its row. */
    gate: (partner: number) =>
      new BigUint64Array(buffer, offsets.gates + partner * GATE_BYTES, GATE_WORDS),
    /** By the partner's row: not zero while an operator has paused it. */
    pauses: new Int32Array(buffer, offsets.pauses, plan.partners),
    slab: (slot: number) => slabAt(plan.layout, slabs, slot),
    slabs: () => slabsAt(plan.layout, slabs),
    portions: { buffer, byteOffset: offsets.portions },
    /** What was sold to which conversation or person, for frequency caps. */
    frequency: { buffer, byteOffset: offsets.frequency },
  };
}
