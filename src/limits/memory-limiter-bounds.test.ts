import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { admittedOf, ask, createClocked, START_MS } from '../../test/limiter.ts';
import type { Limits } from './limiter.ts';

describe('what is remembered stays bounded', () => {
  const GLOBAL = 50;

  /** The limiter with the tables it makes for itself. */
  function createWatched(limits: Partial<Limits>) {
    const tables: Map<unknown, unknown>[] = [];
    const RealMap = globalThis.Map;
    class WatchedMap<Key, Value> extends RealMap<Key, Value> {
      constructor() {
        super();
        tables.push(this);
      }
    }
    globalThis.Map = WatchedMap as MapConstructor;
    try {
      const clocked = createClocked({ globalPerSecond: GLOBAL, ...limits });
      return { ...clocked, largest: () => Math.max(...tables.map(({ size }) => size)), tables };
    } finally {
      globalThis.Map = RealMap;
    }
  }

  test('however many addresses call', () => {
    const { limiter, largest, tables } = createWatched({});
    for (let i = 0; i < 10_000; i++) ask(limiter, `caller-${i}`);
    expect(tables.length).toBeGreaterThan(0);
    expect(largest()).toBe(GLOBAL);
  });

  test('however many publishers are named', () => {
    const { limiter, largest } = createWatched({ ipPerSecond: 10_000 });
    for (let i = 0; i < 10_000; i++) ask(limiter, '10.0.0.1', `publisher-${i}`);
    expect(largest()).toBeLessThanOrEqual(GLOBAL);
  });

  test('however many addresses call for a publisher that is refused', () => {
    const { limiter, largest } = createWatched({ publisherPerSecond: 1 });
    for (let i = 0; i < 10_000; i++) ask(limiter, `caller-${i}`, 'p');
    expect(largest()).toBeLessThanOrEqual(GLOBAL);
  });

  test('however many addresses are only looked at', () => {
    const { limiter, largest } = createWatched({});
    for (let i = 0; i < 10_000; i++) limiter.look(`caller-${i}`);
    expect(largest()).toBe(0);
  });

  test('however many bodies arrive in a later second than their requests', () => {
    const { clock, limiter, largest } = createWatched({});
    const late = Array.from({ length: 5 }, (_, second) =>
      Array.from({ length: GLOBAL }, (_, i) => {
        clock.ms = START_MS + second * 1000;
        const ip = `caller-${i}`;
        return { ip, publisher: `late-${second}-${i}`, state: limiter.admit(ip).state };
      }),
    ).flat();
    clock.ms += 1000;
    for (const admitted of late) limiter.admitPublisher(admitted);
    for (let i = 0; i < 1000; i++) ask(limiter, `caller-${i}`, `own-${i}`);
    expect(largest()).toBeLessThanOrEqual(2 * GLOBAL);
  });

  test('in any mixture of calls, with bodies late and publishers refused', () => {
    const step = fc.record({
      ip: fc.nat(200).map(String),
      publisher: fc.nat(200).map(String),
      isLate: fc.boolean(),
      afterMs: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 300),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 400 }), (steps) => {
        const { clock, limiter, largest } = createWatched({
          globalPerSecond: 10,
          publisherPerSecond: 1,
        });
        const late: (() => void)[] = [];
        for (const { ip, publisher, isLate, afterMs } of steps) {
          clock.ms += afterMs;
          const { isAdmitted, state } = limiter.admit(ip);
          if (isAdmitted) late.push(() => limiter.admitPublisher({ ip, publisher, state }));
          if (!isLate) for (const arrive of late.splice(0)) arrive();
          expect(largest()).toBeLessThanOrEqual(2 * 10);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('and no longer than its second', () => {
    const { clock, limiter, tables } = createWatched({});
    for (let i = 0; i < GLOBAL; i++) ask(limiter, `caller-${i}`, `publisher-${i}`);
    clock.ms += 1000;
    limiter.look('10.0.0.1');
    expect(tables.map(({ size }) => size)).toEqual(tables.map(() => 0));
  });

  test('in the length of each name too', () => {
    const { limiter, tables } = createWatched({});
    ask(limiter, '10.0.0.1', 'p'.repeat(1_000_000));
    const names = tables.flatMap((table) => [...table.keys()].map(String));
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
  });

  test('and within the limit even if the clock steps back and forth under a request', () => {
    const { clock, limiter, largest } = createWatched({
      globalPerSecond: 2,
      publisherPerSecond: 1,
    });
    ask(limiter, 'x', 'p');
    const { state } = limiter.admit('y');
    clock.ms -= 1000;
    limiter.look('y');
    clock.ms += 1000;
    limiter.admitPublisher({ ip: 'z', publisher: 'p', state: limiter.admit('z').state });
    limiter.admitPublisher({ ip: 'y', publisher: 'p', state });
    expect(admittedOf(10, (i) => ask(limiter, `caller-${i}`))).toBeLessThanOrEqual(1);
    expect(largest()).toBeLessThanOrEqual(2);
  });
});
