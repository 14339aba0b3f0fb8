import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { admittedOf, ask, createClocked } from '../../test/limiter.ts';
import { runs } from '../../test/properties/runs.ts';
import type { Limits } from './limiter.ts';

describe('the state is that of the tightest scope (ruling 38)', () => {
  test('and says which scope it is, also where it refused', () => {
    for (const [limits, scope] of [
      [{ globalPerSecond: 1 }, 'global'],
      [{ publisherPerSecond: 1 }, 'publisher'],
      [{ ipPerSecond: 1 }, 'ip'],
    ] as const) {
      const { limiter } = createClocked(limits);
      expect(ask(limiter, '10.0.0.1', 'p').state).toMatchObject({ scope, limit: 1, remaining: 0 });
      const { isAdmitted, state } = ask(limiter, '10.0.0.1', 'p');
      expect(isAdmitted).toBe(false);
      expect(state).toMatchObject({ scope, limit: 1, remaining: 0 });
    }
  });

  test('and reading it does not count as a request', () => {
    const { limiter } = createClocked({ ipPerSecond: 2 });
    for (let i = 0; i < 10; i++) expect(limiter.look('10.0.0.1').remaining).toBe(2);
    ask(limiter, '10.0.0.1');
    expect(limiter.look('10.0.0.1').remaining).toBe(1);
  });
});

describe('a request refused by one scope does not use up the others (ruling 41)', () => {
  test('a publisher over its limit leaves the global one and its callers’ alone', () => {
    const { limiter } = createClocked({
      globalPerSecond: 10,
      publisherPerSecond: 1,
      ipPerSecond: 5,
    });
    for (let i = 0; i < 100; i++) ask(limiter, '10.0.0.1', 'p');
    expect(admittedOf(10, () => ask(limiter, '10.0.0.1'))).toBe(4);
    expect(admittedOf(10, (i) => ask(limiter, `10.0.1.${i}`))).toBe(5);
  });

  test('in any sequence of requests, the state is as if only the admitted ones had come', () => {
    const limits: Limits = { globalPerSecond: 6, publisherPerSecond: 3, ipPerSecond: 2 };
    const request = fc.record({
      ip: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      publisher: fc.constantFrom('p', `${'p'.repeat(1000)}a`, `${'p'.repeat(1000)}b`, undefined),
      afterMs: fc.constantFrom(0, 0, 0, 1, 400, 599, 1000),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
        const { clock, limiter } = createClocked(limits);
        const admitted: { sec: number; ip: string; publisher: string | undefined }[] = [];
        for (const { ip, publisher, afterMs } of requests) {
          clock.ms += afterMs;
          const sec = Math.floor(clock.ms / 1000);
          const inWindow = admitted.filter((earlier) => earlier.sec === sec);
          const left = [
            limits.globalPerSecond - inWindow.length,
            limits.ipPerSecond - inWindow.filter((earlier) => earlier.ip === ip).length,
            publisher === undefined
              ? Number.POSITIVE_INFINITY
              : limits.publisherPerSecond -
                inWindow.filter((earlier) => earlier.publisher === publisher).length,
          ];
          const isExpected = Math.min(...left) > 0;
          const { isAdmitted, state } = ask(limiter, ip, publisher);
          const remaining = isExpected ? Math.min(...left) - 1 : 0;
          expect([isAdmitted, state.remaining, state.resetSec]).toEqual([
            isExpected,
            remaining,
            sec + 1,
          ]);
          if (isAdmitted) admitted.push({ sec, ip, publisher });
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('a body that arrives in the second after its request', () => {
  test('counts against its publisher then', () => {
    const { clock, limiter } = createClocked({ publisherPerSecond: 1 });
    const { state } = limiter.admit('10.0.0.1');
    clock.ms += 1000;
    expect(limiter.settle({ ip: '10.0.0.1', publisher: 'p', state }).isAdmitted).toBe(true);
    expect(ask(limiter, '10.0.0.2', 'p').isAdmitted).toBe(false);
  });

  test('gives nothing back to the new second if its publisher refuses it', () => {
    const { clock, limiter } = createClocked({ publisherPerSecond: 1, ipPerSecond: 2 });
    const { state } = limiter.admit('10.0.0.1');
    clock.ms += 1000;
    ask(limiter, '10.0.0.1', 'p');
    expect(limiter.settle({ ip: '10.0.0.1', publisher: 'p', state }).isAdmitted).toBe(false);
    expect(admittedOf(5, () => ask(limiter, '10.0.0.1'))).toBe(1);
  });
});

describe('limits of their own', () => {
  const byPublisher = new Map([['big', 5]]);
  const byNetwork = new Map([['192.0.2.0/24', 4]]);

  test('hold for the publishers that have one, and for no other', () => {
    const { limiter } = createClocked({ publisherPerSecond: 2, byPublisher });
    expect(admittedOf(9, () => ask(limiter, '10.0.0.1', 'big'))).toBe(5);
    expect(admittedOf(9, () => ask(limiter, '10.0.0.1', 'small'))).toBe(2);
    expect(ask(limiter, '10.0.0.1', 'big').state).toMatchObject({ scope: 'publisher', limit: 5 });
  });

  test('hold for a network in place of the limit per address', () => {
    const { limiter } = createClocked({ ipPerSecond: 2, byNetwork });
    expect(limiter.look('192.0.2.0/24')).toMatchObject({ scope: 'ip', limit: 4, remaining: 4 });
    expect(admittedOf(9, () => ask(limiter, '192.0.2.0/24'))).toBe(4);
    expect(admittedOf(9, () => ask(limiter, '192.0.2.1'))).toBe(2);
  });
});
