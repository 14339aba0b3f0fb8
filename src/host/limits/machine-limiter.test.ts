import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { admittedOf, ask, createClocked } from '../../../test/limiter.ts';
import { runs } from '../../../test/properties/runs.ts';
import type { Limits } from '../../core/exchange/limiter.ts';

describe('a request refused by one scope does not use up the others (ruling 41)', () => {
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
