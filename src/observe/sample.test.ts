import { describe, expect, test } from 'bun:test';
import { CONTEXT, DEVICE, USER } from '../../test/privacy/person.ts';
import { countLeftOut, createSampler, requestLine } from './sample.ts';

function sampling(chances: () => number) {
  let now = 0;
  const sampler = createSampler({ linesPerSecond: 10, nowMs: () => now, chance: chances });
  /** The weights of those picked among so many requests, evenly over the next second. */
  const second = (requests: number) => {
    const picked: number[] = [];
    for (let i = 0; i < requests; i++) {
      const weight = sampler.take();
      if (weight > 0) picked.push(weight);
      now += 1000 / requests;
    }
    now = Math.round(now / 1000) * 1000;
    return picked;
  };
  const pause = (ms: number) => {
    now += ms;
  };
  return { second, pause };
}

/** Chance that comes round evenly. */
function evenly(steps: number) {
  let step = 0;
  return () => (step++ % steps) / steps;
}

describe('the sampler', () => {
  test('picks every request while there are few', () => {
    const { second } = sampling(() => 0.999);
    expect(second(8)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(second(10).length).toBe(10);
  });

  test('picks about ten a second of many, each standing for its share', () => {
    const { second } = sampling(evenly(100));
    second(1000);
    const picked = second(1000);
    expect(picked).toEqual(Array.from({ length: 10 }, () => 100));
  });

  test('picks at most twice as many in a second with a sudden burst', () => {
    const { second } = sampling(() => 0);
    second(1);
    expect(second(5000).length).toBe(20);
  });

  test('picks all again after a quiet time', () => {
    const { second, pause } = sampling(() => 0.999);
    second(1000);
    pause(5000);
    expect(second(5).length).toBe(5);
  });
});

test('a picked request says how many before it were left out', () => {
  const weights = [3, 0, 0, 5, 1];
  const counted = countLeftOut({ take: () => weights.shift() ?? 0 });
  expect(Array.from({ length: 5 }, counted.take)).toEqual([
    { oneIn: 3, leftOut: 0 },
    undefined,
    undefined,
    { oneIn: 5, leftOut: 2 },
    { oneIn: 1, leftOut: 0 },
  ]);
});

describe('a line of the log', () => {
  const facts = {
    requestId: 'ce845cb8-8c5c-48d8-8be7-ad8c7a0ce2d5',
    outcome: 'no_bid',
    reason: 'below-floor',
    tookMs: 12.3456,
    publisher: 'pub-1',
  };

  test('tells what became of a request', () => {
    expect(requestLine(facts)).toEqual({ ...facts, tookMs: 12.35 });
  });

  test('of a refusal has its code, field and reason, cut to a bounded length', () => {
    const refused = {
      ...facts,
      code: 'INVALID_FIELD_VALUE',
      field: 'imp[0].id',
      reason: 'expected',
    };
    expect(requestLine(refused)).toEqual({ ...refused, tookMs: 12.35 });
    const long = 'x'.repeat(10_000);
    const { field, reason } = requestLine({ ...refused, field: long, reason: long });
    expect([field?.length, reason?.length]).toEqual([200, 500]);
  });

  test('has no address, id, location or consent string, whatever it is made of', () => {
    const wire = { device: DEVICE, user: USER, ext: { service: CONTEXT } };
    const line = JSON.stringify(requestLine({ ...facts, ...wire, wire } as typeof facts));
    for (const secret of ['secret', DEVICE.ip, '2001:db8', '-40.7', 'New York']) {
      expect(JSON.stringify(wire)).toContain(secret);
      expect(line).not.toContain(secret);
    }
  });
});
