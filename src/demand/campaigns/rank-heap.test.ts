import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CAMPAIGNS_MAX, CPM_MAX } from './campaign-schema.ts';
import { createRankHeap, rankOf } from './rank-heap.ts';

const PRICE_MAX = CPM_MAX * 1_000_000;
const price = fc.integer({ min: 1, max: PRICE_MAX });
const place = fc.nat(CAMPAIGNS_MAX - 1);

test('the dearer ranks higher, and among equally dear ones the earlier', () => {
  fc.assert(
    fc.property(price, place, price, place, (price1, place1, price2, place2) => {
      const isHigher = price1 > price2 || (price1 === price2 && place1 < place2);
      expect(rankOf(price1, place1) > rankOf(price2, place2)).toBe(isHigher);
    }),
  );
});

test('a heap gives ranks back from the highest down, whatever was pushed, replaced and popped', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('push' as const), rank: fc.nat(50) }),
    fc.record({ kind: fc.constant('replace' as const), rank: fc.nat(50) }),
    fc.record({ kind: fc.constant('pop' as const), rank: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = createRankHeap(60);
      let model: number[] = [];
      for (const { kind, rank } of steps) {
        if (kind === 'push') {
          heap.push(rank, rank * 2);
          model.push(rank);
        } else if (model.length > 0) {
          if (kind === 'pop') heap.pop();
          else heap.replaceTop(rank, rank * 2);
          model = [...model.slice(1), ...(kind === 'pop' ? [] : [rank])];
        }
        model.sort((a, b) => b - a);
        const [highest] = model;
        expect(heap.isEmpty()).toBe(highest === undefined);
        if (highest !== undefined)
          expect([heap.top(), heap.topItem()]).toEqual([highest, highest * 2]);
      }
    }),
  );
});
