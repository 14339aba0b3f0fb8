import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { BOUNDS_MS, BUCKETS, bucketOf, cumulative, quantileMs } from './buckets.ts';

const bucketsOf = (durations: readonly number[]) => {
  const buckets = new Float64Array(BUCKETS);
  for (const ms of durations) buckets[bucketOf(ms)] = (buckets[bucketOf(ms)] ?? 0) + 1;
  return buckets;
};

const duration = fc.double({ min: 0, max: 6000, noNaN: true });

describe('buckets of durations', () => {
  test('count at each bound what took at most that long', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(duration, fc.constantFrom(...BOUNDS_MS))), (durations) => {
        const wanted = BOUNDS_MS.map((bound) => durations.filter((ms) => ms <= bound).length);
        expect(cumulative(bucketsOf(durations))).toEqual([...wanted, durations.length]);
      }),
      { numRuns: runs(20) },
    );
  });

  test('take negative, NaN and infinite durations, and durations beyond every bound', () => {
    expect(bucketOf(-1)).toBe(0);
    expect(bucketOf(Number.NaN)).toBe(0);
    expect(bucketOf(5001)).toBe(BUCKETS - 1);
    expect(bucketOf(Number.POSITIVE_INFINITY)).toBe(BUCKETS - 1);
  });
});

describe('percentiles', () => {
  test('without durations are unknown', () => {
    expect(quantileMs(bucketsOf([]), 0, 0.5)).toBeUndefined();
  });

  test('beyond every bound are given as the last bound', () => {
    expect(quantileMs(bucketsOf([6000]), 0, 0.99)).toBe(5000);
  });

  test('are within a third of the true one', () => {
    const many = fc.array(fc.double({ min: 0.1, max: 1000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(many, fc.constantFrom(0.5, 0.95, 0.99), (durations, q) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const truth = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0;
        const estimate = quantileMs(bucketsOf(durations), 0, q) ?? 0;
        expect(Math.abs(estimate - truth) / truth).toBeLessThan(1 / 3);
      }),
      { numRuns: runs(20) },
    );
  });
});
