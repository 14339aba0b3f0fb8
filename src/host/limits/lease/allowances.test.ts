import { expect, test } from 'bun:test';
import { usedAt } from '../../../lib/window-words.ts';
import { type CountedName, createLeasedAllowances } from './allowances.ts';
import { createHotReader } from './hot-ring.ts';
import {
  askedWord,
  bucketOf,
  GLOBAL_BUCKET,
  LEASE_BYTES,
  mapLease,
  setPermits,
  setStanding,
} from './lease-memory.ts';

const WINDOW = 1_700_000_000;
const ADDRESS: CountedName = { scope: 'ip', text: '10.0.0.1', name: 5, limit: 100 };
const EVERYBODY: CountedName = { scope: 'global', text: '', name: 0, limit: 1000 };

/** A machine that knows of so many, and up to this window what they do. */
function machine(machines: number, validUntil = WINDOW) {
  const memory = { buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 };
  const lease = mapLease(memory);
  setStanding(lease, 0, { validUntil, machines });
  return {
    lease,
    allowances: createLeasedAllowances(memory, 1),
    hot: createHotReader(lease.ring),
    leaseAddress(permits: number): number {
      const bucket = bucketOf(lease, { scope: 'ip', name: ADDRESS.name }, 'take-bucket') ?? -1;
      setPermits(lease, bucket, WINDOW, permits);
      return bucket;
    },
  };
}

test('a machine that is alone, or has never reached Redis, may use the whole limit', () => {
  for (const machines of [0, 1]) {
    const { allowances, leaseAddress } = machine(machines);
    leaseAddress(5);
    expect(allowances.of(ADDRESS, WINDOW)).toBe(100);
  }
});

test('where Redis has been silent, a leased name has at least the share of the machine', () => {
  const { allowances, leaseAddress } = machine(2, WINDOW - 1);
  leaseAddress(20);
  expect(allowances.of(ADDRESS, WINDOW)).toBe(50);
  leaseAddress(70);
  expect(allowances.of(ADDRESS, WINDOW)).toBe(71);
});

test('a name is reported when a quarter of its share is used, and a leased one by its first request', () => {
  const { allowances, hot, leaseAddress } = machine(2);
  const reported = { scope: 'ip', text: '10.0.0.1', limit: 100 } as const;
  for (const used of [1, 12, 14, undefined]) allowances.note(ADDRESS, WINDOW, used);
  expect(hot()).toEqual([]);
  allowances.note(ADDRESS, WINDOW, 13);
  expect(hot()).toEqual([reported]);
  leaseAddress(20);
  for (const used of [2, 13, undefined]) allowances.note(ADDRESS, WINDOW, used);
  expect(hot()).toEqual([]);
  allowances.note(ADDRESS, WINDOW, 1);
  expect(hot()).toEqual([reported]);
});

test('every request of a leased name counts as asked, also one that is refused', () => {
  const { lease, allowances, leaseAddress } = machine(2);
  const bucket = leaseAddress(20);
  allowances.note(ADDRESS, WINDOW, 3);
  allowances.note(ADDRESS, WINDOW, undefined);
  allowances.note(EVERYBODY, WINDOW, undefined);
  expect(usedAt(lease.memory, askedWord(bucket, WINDOW), WINDOW)).toBe(2);
  expect(usedAt(lease.memory, askedWord(GLOBAL_BUCKET, WINDOW), WINDOW)).toBe(1);
});
