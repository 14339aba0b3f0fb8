import { expect, test } from 'bun:test';
import {
  bucketOf,
  copyLease,
  freeBucket,
  GLOBAL_BUCKET,
  LEASE_BYTES,
  mapLease,
  permitsAt,
  setPermits,
  setStanding,
  standingOf,
} from './lease-memory.ts';

const empty = () => ({ buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 });
const NAMES = Array.from({ length: 4000 }, (_, index) => ({
  scope: 'publisher' as const,
  name: index * 7919,
}));

test('a bucket that is freed does not hide the others, and is empty when it is taken again', () => {
  const memory = mapLease(empty());
  const buckets = NAMES.map((name) => bucketOf(memory, name, 'take-bucket') ?? -1);
  for (const [index, bucket] of buckets.entries()) {
    setPermits(memory, bucket, 8, 3);
    if (index % 2 === 0) freeBucket(memory, bucket);
  }
  for (const [index, name] of NAMES.entries()) {
    expect(bucketOf(memory, name, 'none')).toBe(index % 2 === 0 ? undefined : buckets[index]);
  }
  const [first] = NAMES;
  const again = first && bucketOf(memory, first, 'take-bucket');
  expect(again).toBeDefined();
  expect(permitsAt(memory, again ?? -1, 8)).toBeUndefined();
});

test('a copy for the memory of a new config has the standings and the permits', () => {
  const [from, to] = [empty(), empty()];
  setStanding(mapLease(from), 3, { validUntil: 17, machines: 4 });
  setPermits(mapLease(from), GLOBAL_BUCKET, 8, 3);
  copyLease(from, to);
  expect(standingOf(mapLease(to), 3)).toEqual({ validUntil: 17, machines: 4 });
  expect(standingOf(mapLease(to), 2)).toEqual({ validUntil: 0, machines: 0 });
  expect(permitsAt(mapLease(to), GLOBAL_BUCKET, 8)).toBe(3);
});
