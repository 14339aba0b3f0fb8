import { expect, test } from 'bun:test';
import { GATE_WORDS } from '../../core/auction/gate.ts';
import { PARTNERS_MAX } from '../../demand/kinds.ts';
import { LINE_BYTES } from '../../lib/layout.ts';
import { planMemory } from './memory.ts';

test('the parts of the shared memory follow each other, and no line of the cache has words of two', () => {
  const { words, map } = planMemory({ workers: 1, limitBuckets: 1024 });
  const memory = map(new Uint8Array(8 * words));
  const parts = [
    memory.limits.everybody.words,
    memory.limits.publishers.words,
    memory.gate(0),
    memory.gate(1),
    memory.gate(PARTNERS_MAX - 1),
    memory.pauses,
    ...memory.slabs(),
    memory.portions,
  ];
  let end = 0;
  for (const { byteOffset, byteLength } of parts) {
    expect(byteOffset % LINE_BYTES).toBe(0);
    expect(byteOffset).toBeGreaterThanOrEqual(end);
    end = byteOffset + byteLength;
  }
  expect(end).toBeLessThanOrEqual(8 * words);
  expect(memory.gate(1)).toHaveLength(GATE_WORDS);
  expect(memory.pauses.length).toBeGreaterThanOrEqual(PARTNERS_MAX);
  expect(memory.slab(1).byteOffset).toBe(memory.slabs()[1]?.byteOffset ?? -1);
});
