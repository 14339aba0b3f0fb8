import { expect, test } from 'bun:test';
import { mapCounters, ownMemory } from '../limit-counters.ts';
import { nameOf } from '../name-hash.ts';
import { createLeaseGroup } from './lease-group.ts';
import {
  bucketOf,
  GLOBAL_BUCKET,
  LEASE_BYTES,
  mapLease,
  permitsAt,
  standingOf,
} from './lease-memory.ts';
import type { LeaseAnswer, LeasedSpan } from './lease-script.ts';

const WINDOW = 1_700_000_000;
const NOW_MS = WINDOW * 1000;
const LIMITS = { globalPerSecond: 1000, publisherPerSecond: 1000, ipPerSecond: 1000 };
const ADDRESS = { scope: 'ip', text: '10.0.0.1', limit: 100 } as const;

function group(
  { hasGlobalLimit }: { readonly hasGlobalLimit: boolean } = { hasGlobalLimit: true },
) {
  const lease = mapLease({ buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 });
  const counters = mapCounters(LIMITS, ownMemory(LIMITS));
  const own = { group: 0, tag: 'limits', machineId: 'm', workers: 1, round: 0.1 };
  const one = createLeaseGroup({ ...own, hasGlobalLimit });
  const memory = { limits: LIMITS, counters, lease };
  const question = (nowMs: number) => one.question(memory, nowMs);
  const names = (nowMs: number) => question(nowMs).asks.map(({ name }) => name);
  /** Redis leases these names, and grants this for each of the names that are asked about. */
  function round(nowMs: number, { leased = {}, grants = [], ...said }: RoundAnswer = {}): void {
    const answer: LeaseAnswer = {
      sec: Math.floor(nowMs / 1000),
      ownSince: 0,
      machines: 2,
      machinesNext: 2,
      ...said,
      leased: new Map(Object.entries(leased)),
      grants,
    };
    one.apply(memory, answer, question(nowMs), nowMs);
  }
  const bucketOfAddress = () =>
    bucketOf(lease, { scope: 'ip', name: nameOf(ADDRESS.text, counters.seed) }, 'none');
  const permits = (bucket: number | undefined, window: number) =>
    bucket === undefined ? 'no bucket' : permitsAt(lease, bucket, window);
  return { one, question, names, round, lease, bucketOfAddress, permits };
}

type RoundAnswer = Partial<Omit<LeaseAnswer, 'leased' | 'grants'>> & {
  readonly leased?: Readonly<Record<string, LeasedSpan>>;
  readonly grants?: LeaseAnswer['grants'];
};

test('the grants for this window and the next are added to the permits of leased names', () => {
  const { one, round, bucketOfAddress, permits } = group();
  one.heat(ADDRESS, NOW_MS);
  const leased = {
    all: { from: WINDOW, to: WINDOW + 10 },
    'ip:10.0.0.1': { from: WINDOW + 1, to: WINDOW + 10 },
  };
  round(NOW_MS, {
    leased,
    grants: [
      { now: 5, next: 7 },
      { now: 3, next: 4 },
    ],
  });
  expect([permits(GLOBAL_BUCKET, WINDOW), permits(GLOBAL_BUCKET, WINDOW + 1)]).toEqual([5, 7]);
  const bucket = bucketOfAddress();
  expect([permits(bucket, WINDOW), permits(bucket, WINDOW + 1)]).toEqual([undefined, 4]);
  round(NOW_MS + 100, {
    leased,
    grants: [
      { now: 2, next: 0 },
      { now: 0, next: 1 },
    ],
  });
  expect([permits(GLOBAL_BUCKET, WINDOW), permits(GLOBAL_BUCKET, WINDOW + 1)]).toEqual([7, 7]);
  expect(permits(bucket, WINDOW + 1)).toBe(5);
});

test('after a silence of Redis, which may have lost its memory, the machines of before count for four more seconds', () => {
  const { round, lease } = group();
  const machines = () => standingOf(lease, 0).machines;
  round(NOW_MS, { machines: 4, machinesNext: 4 });
  for (let ms = 60_000; ms <= 64_000; ms += 1000) {
    round(NOW_MS + ms, { machines: 1, machinesNext: 1 });
    expect(machines()).toBe(4);
  }
  round(NOW_MS + 64_001, { machines: 1, machinesNext: 1 });
  expect(machines()).toBe(1);
});

test('a machine that joins others is valid once they have left it its share', () => {
  const { round, lease } = group();
  const validUntil = () => standingOf(lease, 0).validUntil;
  round(NOW_MS, { ownSince: WINDOW + 2 });
  expect(validUntil()).toBe(0);
  round(NOW_MS + 2000, { ownSince: WINDOW + 2 });
  expect(validUntil()).toBe(WINDOW + 3);
  // Nothing is known beyond the second after Redis's own.
  round(NOW_MS + 5000, { ownSince: WINDOW + 2, sec: WINDOW + 4 });
  expect(validUntil()).toBe(WINDOW + 5);
});
