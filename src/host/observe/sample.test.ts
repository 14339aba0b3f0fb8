import { describe, expect, test } from 'bun:test';
import { createSampler } from './sample.ts';

function sampling(chances: () => number) {
  let now = 0;
  const sampler = createSampler(10, { nowMs: () => now, chance: chances });
  /** The weights of those picked among so many requests, evenly over the next second. */
  const second = (requests: number) => {
    const picked: number[] = [];
    for (let i = 0; i < requests; i++) {
      const sampled = sampler.take();
      if (sampled !== undefined) picked.push(sampled.oneIn);
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
});

test('a picked request says how many before it were left out', () => {
  const chances = [0, 0.9, 0.5, 0.1, 0];
  let nowMs = 0;
  const { take } = createSampler(1, {
    nowMs: () => nowMs,
    chance: () => chances.shift() ?? 0,
  });
  take();
  take();
  nowMs = 1000;
  // Each line stands for two requests, and the one before it was left out.
  expect([take(), take(), take()]).toEqual([
    undefined,
    { oneIn: 2, leftOut: 1 },
    { oneIn: 2, leftOut: 0 },
  ]);
});
