import { describe, expect, test } from 'bun:test';
import { takeAt } from '../../../lib/window-words.ts';
import { GLOBAL_WORD, mapCounters, ownMemory } from '../limit-counters.ts';
import {
  askedWord,
  GLOBAL_BUCKET,
  LEASE_BYTES,
  mapLease,
  permitsAt,
  setPermits,
} from './lease-memory.ts';
import { askAbout, createLeasedName, isHot, type LeaseContext } from './leased-name.ts';

const WINDOW = 1_700_000_000;
const LIMITS = { globalPerSecond: 1000, publisherPerSecond: 1000, ipPerSecond: 1000 };
const MACHINES = 2;

function everybody(permits: number) {
  const lease = mapLease({ buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 });
  const counters = mapCounters(LIMITS, ownMemory(LIMITS));
  const context: LeaseContext = { lease, counters, machines: MACHINES, workers: 1, round: 0.1 };
  const global = { key: 'all', scope: 'global', text: '', limit: 1000 } as const;
  const name = createLeasedName(global, WINDOW);
  setPermits(lease, GLOBAL_BUCKET, WINDOW, permits);
  return {
    lease,
    /** Requests in a window, all of them admitted. */
    come(requests: number, window: number = WINDOW) {
      for (let i = 0; i < requests; i++) {
        takeAt(counters.memory, GLOBAL_WORD, window, 1e9);
        takeAt(lease.memory, askedWord(GLOBAL_BUCKET, window), window, 1e9);
      }
    },
    ask: (seconds: number) =>
      askAbout(name, GLOBAL_BUCKET, Math.round((WINDOW + seconds) * 1000), context),
  };
}

describe('about a leased name a machine asks', () => {
  test('for the permits that its requests need beyond those that it has', () => {
    const { come, ask } = everybody(10);
    come(15);
    // 10 permits and 10 that every machine has are allowed; 11 are needed for the next two rounds.
    expect(ask(0.5)).toMatchObject({ name: 'all', isWanted: true, limit: 1000, want: 6 });
  });

  test('to take back what it does not need, which its workers lose at once', () => {
    const { lease, come, ask } = everybody(100);
    come(20);
    expect(ask(0.9).want).toBe(-82);
    // The worker may have read the old allowance: one more than is given back is taken from it.
    expect(permitsAt(lease, GLOBAL_BUCKET, WINDOW)).toBe(17);
  });

  test('with the demand of the last window, once, and then with the one it reported before', () => {
    const { come, ask } = everybody(10);
    come(7);
    expect(ask(0.5)).toMatchObject({ report: undefined, reported: 0 });
    expect(ask(1)).toMatchObject({ report: 7, reported: 0 });
    expect(ask(1.1)).toMatchObject({ report: undefined, reported: 0 });
    expect(ask(2)).toMatchObject({ report: 7, reported: 7 });
  });

  test('with the largest demand of the last ten windows', () => {
    const { come, ask } = everybody(10);
    const requests = [30, 5, 7, 7, 7, 7, 7, 7, 7, 7, 6];
    const reports = requests.map((count, index) => {
      come(count, WINDOW + index);
      return ask(index + 1).report;
    });
    expect(reports).toEqual([...Array.from({ length: 10 }, () => 30), 7]);
  });

  test('with the permits that it has for the next window', () => {
    const { lease, ask } = everybody(10);
    expect(ask(0.5).heldNext).toBe(0);
    setPermits(lease, GLOBAL_BUCKET, WINDOW + 1, 4);
    expect(ask(0.5).heldNext).toBe(4);
  });

  test('for nothing in a window in which the name is not leased', () => {
    const { ask } = everybody(10);
    expect(ask(1).want).toBe(0);
  });
});

test('a name stays worth a lease for ten windows, and longer where an eighth of its share is used', () => {
  const name = createLeasedName({ key: 'ip:a', scope: 'ip', text: 'a', limit: 1000 }, WINDOW);
  expect(isHot(name, WINDOW + 9, MACHINES)).toBe(true);
  expect(isHot(name, WINDOW + 10, MACHINES)).toBe(false);
  name.asked.push(62);
  expect(isHot(name, WINDOW + 10, MACHINES)).toBe(false);
  name.asked.push(63);
  expect(isHot(name, WINDOW + 10, MACHINES)).toBe(true);
});
