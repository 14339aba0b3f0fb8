import { expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { layoutOf, TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import { GATE_WORDS } from '../../core/auction/gate.ts';
import { portionBytes } from '../../ledger/budgets/portion-memory.ts';
import { toWholeLines } from '../../lib/layout.ts';
import { LOT_BYTES } from '../fleet/lot-memory.ts';
import { COUNT_BYTES } from '../limits/frequency/count-memory.ts';
import { limiterBytes } from '../limits/limit-counters.ts';
import { type MemoryPlan, mapMemory, memoryBytes } from './memory.ts';

const PLAN: MemoryPlan = {
  limits: {
    globalPerSecond: 1000,
    publisherPerSecond: 1000,
    ipPerSecond: 1000,
    networks: [],
    trustedProxies: [],
  },
  partners: 3,
  layout: layoutOf(TYPICAL_PARTNERS),
  accounts: [account({ money: total(1) })],
  spare: 2,
};

test('the parts of the shared memory follow each other, and no line of the cache has words of two', () => {
  const { limits, partners, accounts, spare } = PLAN;
  const buffer = new ArrayBuffer(memoryBytes(PLAN));
  const memory = mapMemory(buffer, PLAN);
  const parts = [
    [memory.limits.byteOffset, limiterBytes(limits)],
    [memory.lots.byteOffset, LOT_BYTES],
    ...[0, 1, 2].map((partner) => [memory.gate(partner).byteOffset, 8 * GATE_WORDS] as const),
    [memory.pauses.byteOffset, 8 * partners],
    ...memory.slabs().map((slab) => [slab.byteOffset, slab.byteLength] as const),
    [memory.portions.byteOffset, portionBytes(accounts, spare)],
    [memory.frequency.byteOffset, COUNT_BYTES],
  ] as const;
  let end = 0;
  for (const [start, bytes] of parts) {
    expect(start).toBe(toWholeLines(end));
    end = start + bytes;
  }
  expect(end).toBe(buffer.byteLength);
  expect(memory.pauses).toHaveLength(partners);
  expect(memory.slab(1).byteOffset).toBe(memory.slabs()[1]?.byteOffset ?? -1);
});
