import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { SALE } from '../../../test/notices/a-sale.ts';
import { runs } from '../../../test/properties/runs.ts';
import { earnedNanos, FACT_KINDS, type Fact, spendNanos, WHOLE_SHARE } from './fact.ts';

const bill = (priceMicros: number, shareBasisPoints: number): Fact => ({
  kind: 'bill',
  atMs: SALE.soldMs,
  sale: { ...SALE, priceMicros, shareBasisPoints },
  priceMicros,
});

describe('what a fact owes', () => {
  test('the publisher is exactly its share of the price, rounded down to a billionth (ruling 74)', () => {
    const price = fc.oneof(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    );
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: WHOLE_SHARE }), (priceMicros, share) => {
        const exact = (BigInt(priceMicros) * BigInt(share)) / BigInt(WHOLE_SHARE);
        expect(BigInt(earnedNanos(bill(priceMicros, share)))).toBe(exact);
      }),
      { numRuns: runs(200) },
    );
  });

  test.each([
    [2_500_000, 10_000, 2_500_000],
    [2_500_000, 7000, 1_750_000],
    [2_500_000, 0, 0],
    [1, 9999, 0],
    [3, 3333, 0],
    [10_001, 9999, 9999],
    [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
  ])('the publisher at %p micros and %p basis points is %p', (price, share, earned) => {
    expect(earnedNanos(bill(price, share))).toBe(earned);
    expect(spendNanos(bill(price, share))).toBe(price);
  });

  test('is owed on the notice that bills alone, and for no test', () => {
    for (const billsOn of ['bill', 'impression', 'win'] as const) {
      for (const kind of FACT_KINDS) {
        const fact = { ...bill(1000, 7000), kind, sale: { ...SALE, billsOn } };
        const owes = kind === billsOn;
        expect([spendNanos(fact), earnedNanos(fact)]).toEqual(owes ? [1000, 700] : [0, 0]);
        const tested = { ...fact, sale: { ...fact.sale, isTest: true } };
        expect([spendNanos(tested), earnedNanos(tested)]).toEqual([0, 0]);
      }
    }
  });
});

describe('a sale that is charged for a click', () => {
  const charge = { per: 'click' as const, micros: 400_000 };
  const owed = (kind: Fact['kind'], isTest = false) => {
    const fact = { ...bill(2_500_000, 7000), kind };
    return { ...fact, sale: { ...fact.sale, charge, isTest } };
  };

  test('charges the buyer on the click alone, and owes the publisher on the bill alone (ruling 74)', () => {
    for (const kind of FACT_KINDS) {
      expect([spendNanos(owed(kind)), earnedNanos(owed(kind))]).toEqual([
        kind === 'click' ? 400_000_000 : 0,
        kind === 'bill' ? 1_750_000 : 0,
      ]);
    }
    expect(spendNanos(owed('click', true))).toBe(0);
  });
});
