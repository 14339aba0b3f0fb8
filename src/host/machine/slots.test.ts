import { expect, test } from 'bun:test';
import { createSlots } from './slots.ts';

function machine(workers: number) {
  let ids = 0;
  return createSlots(workers, () => `id-${ids++}`);
}

test('each worker has a slot of its own, twice as many as workers, and a journal that was never used', () => {
  const slots = machine(2);
  const taken = Array.from({ length: 5 }, slots.take);
  expect(taken.map((one) => one?.slot)).toEqual([0, 1, 2, 3, undefined]);
  const journals = taken.slice(0, 4).map((one) => one?.journal ?? '');
  expect(journals).toEqual([0, 1, 2, 3].map((n) => `id-${n}`));
  expect(journals.every(slots.isWriter)).toBe(true);
});

test('a slot is live from the moment its worker is ready until it ends', () => {
  const slots = machine(1);
  const first = slots.take();
  expect([slots.isLive(0), slots.isWriter('id-0')]).toEqual([false, true]);
  first?.markReady();
  expect([slots.isLive(0), slots.isLive(1)]).toEqual([true, false]);
  first?.release();
  expect([slots.isLive(0), slots.isWriter('id-0')]).toEqual([false, false]);
  // The slot that was free for longest is next.
  expect([slots.take()?.slot, slots.take()?.slot, slots.take()]).toEqual([1, 0, undefined]);
});
