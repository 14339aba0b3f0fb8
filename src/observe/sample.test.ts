import { describe, expect, test } from 'bun:test';
import { CONTEXT, DEVICE, USER } from '../../test/privacy/person.ts';
import { createSampler, requestLine } from './sample.ts';

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

  test('lets no more than twice as many through in a second that nobody foresaw', () => {
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

describe('a line of the log', () => {
  const facts = {
    requestId: 'ce845cb8-8c5c-48d8-8be7-ad8c7a0ce2d5',
    outcome: 'no_bid',
    reason: 'below-floor',
    tookMs: 12.3456,
    publisher: 'pub-1',
  };

  test('tells what became of a request', () => {
    expect(requestLine(facts, 100)).toEqual({ ...facts, tookMs: 12.35, oneIn: 100 });
  });

  test('has no address, id, location or consent string, whatever it is made of', () => {
    const wire = { device: DEVICE, user: USER, ext: { service: CONTEXT } };
    const line = JSON.stringify(requestLine({ ...facts, ...wire, wire } as typeof facts, 1));
    for (const secret of ['secret', DEVICE.ip, '2001:db8', '-40.7', 'New York']) {
      expect(JSON.stringify(wire)).toContain(secret);
      expect(line).not.toContain(secret);
    }
  });
});
