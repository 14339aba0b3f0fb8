import { expect, test } from 'bun:test';
import {
  clearPermits,
  copyLease,
  findSlot,
  freeSlot,
  GLOBAL_SLOT,
  LEASE_BYTES,
  mapLease,
  permitsAt,
  setPermits,
  setStanding,
  standingOf,
  takeSlot,
} from './lease-memory.ts';

const empty = () => ({ buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 });
const NAMES = Array.from({ length: 4000 }, (_, index) => ({
  scope: 'publisher' as const,
  name: index * 7919,
}));

test('each of 4,000 names has a slot of its own, and is found in it', () => {
  const memory = mapLease(empty());
  const slots = NAMES.map((name) => takeSlot(memory, name));
  expect(new Set(slots).size).toBe(NAMES.length);
  expect(slots).not.toContain(undefined);
  expect(slots).not.toContain(GLOBAL_SLOT);
  expect(NAMES.map((name) => findSlot(memory, name))).toEqual(slots);
  expect(NAMES.map((name) => takeSlot(memory, name))).toEqual(slots);
});

test('an address and a publisher of the same number have different slots', () => {
  const memory = mapLease(empty());
  const publisher = takeSlot(memory, { scope: 'publisher', name: 5 });
  expect(findSlot(memory, { scope: 'ip', name: 5 })).toBeUndefined();
  expect(takeSlot(memory, { scope: 'ip', name: 5 })).not.toBe(publisher as number);
});

test('a slot that is freed does not hide the others, and is empty when it is taken again', () => {
  const memory = mapLease(empty());
  const slots = NAMES.map((name) => takeSlot(memory, name) ?? -1);
  for (const [index, slot] of slots.entries()) {
    setPermits(memory, slot, 8, 3);
    if (index % 2 === 0) freeSlot(memory, slot);
  }
  for (const [index, name] of NAMES.entries()) {
    expect(findSlot(memory, name)).toBe(index % 2 === 0 ? undefined : slots[index]);
  }
  const [first] = NAMES;
  const again = first && takeSlot(memory, first);
  expect(again).toBeDefined();
  expect(permitsAt(memory, again ?? -1, 8)).toBeUndefined();
});

test('permits are of one window, also where an even and an odd one are under way', () => {
  const memory = mapLease(empty());
  setPermits(memory, GLOBAL_SLOT, 8, 3);
  setPermits(memory, GLOBAL_SLOT, 9, 4);
  expect([7, 8, 9, 10].map((window) => permitsAt(memory, GLOBAL_SLOT, window))).toEqual([
    undefined,
    3,
    4,
    undefined,
  ]);
  clearPermits(memory, GLOBAL_SLOT, 8);
  expect([8, 9].map((window) => permitsAt(memory, GLOBAL_SLOT, window))).toEqual([undefined, 4]);
});

test('a copy for the memory of a new config has the standings and the permits', () => {
  const [from, to] = [empty(), empty()];
  setStanding(mapLease(from), 3, { validUntil: 17, machines: 4 });
  setPermits(mapLease(from), GLOBAL_SLOT, 8, 3);
  copyLease(from, to);
  expect(standingOf(mapLease(to), 3)).toEqual({ validUntil: 17, machines: 4 });
  expect(standingOf(mapLease(to), 2)).toEqual({ validUntil: 0, machines: 0 });
  expect(permitsAt(mapLease(to), GLOBAL_SLOT, 8)).toBe(3);
});
