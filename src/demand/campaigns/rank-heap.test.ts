import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CAMPAIGNS_MAX, CPM_MAX } from './campaign-schema.ts';
import { rankOf } from './rank-heap.ts';

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
