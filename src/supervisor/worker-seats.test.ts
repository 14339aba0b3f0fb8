import { expect, test } from 'bun:test';
import { createTakeSeat } from './worker-seats.ts';

function machine(count: number) {
  const live = { slots: new Set<number>(), journals: new Set<string>() };
  let ids = 0;
  return { live, takeSeat: createTakeSeat({ count, live, newId: () => `id-${ids++}` }) };
}

test('each worker has a slot of its own, twice as many as workers, and a journal that was never used', () => {
  const { live, takeSeat } = machine(2);
  const seats = Array.from({ length: 5 }, takeSeat);
  expect(seats.map((seat) => seat?.slot)).toEqual([0, 1, 2, 3, undefined]);
  const journals = seats.slice(0, 4).map((seat) => seat?.journal ?? '');
  expect(journals).toEqual([0, 1, 2, 3].map((n) => `id-${n}`));
  expect([...live.journals]).toEqual(journals);
});

test('a slot is live from the moment its worker is ready until it ends', () => {
  const { live, takeSeat } = machine(1);
  const seat = takeSeat();
  expect([live.slots.size, live.journals.size]).toEqual([0, 1]);
  seat?.markReady();
  expect([...live.slots]).toEqual([0]);
  seat?.release();
  expect([live.slots.size, live.journals.size]).toEqual([0, 0]);
  // The slot that was free for longest is next.
  expect([takeSeat()?.slot, takeSeat()?.slot, takeSeat()]).toEqual([1, 0, undefined]);
});
