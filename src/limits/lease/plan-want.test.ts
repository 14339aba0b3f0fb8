import { expect, test } from 'bun:test';
import { type LeaseUse, planWant } from './leased-name.ts';

/** Half of a window is over, and requests come as usual: 100 in a window. */
const USE: LeaseUse = {
  elapsed: 0.5,
  allowed: 100,
  used: 50,
  asked: 50,
  usual: 100,
  round: 0.1,
  workers: 2,
};

const wantOf = (use: Partial<LeaseUse>) => planWant({ ...USE, ...use }) + 0;

test('permits for two rounds are wanted, and twice the deviation more', () => {
  // 20 requests are expected in two rounds: 20 + 2 √20, rounded up, are 29.
  expect(wantOf({ allowed: 79 })).toBe(0);
  expect(wantOf({ allowed: 78 })).toBe(1);
  expect(wantOf({ allowed: 50 })).toBe(29);
});

test('the requests of this window count from its first quarter on', () => {
  const unusual = { usual: 0, allowed: 0, used: 0 };
  expect(wantOf({ ...unusual, elapsed: 0.24, asked: 24 })).toBe(0);
  expect(wantOf({ ...unusual, elapsed: 0.25, asked: 25 })).toBe(29);
});

test('the demand of earlier windows counts in the first 0.6 of a window', () => {
  const quiet = { asked: 0, used: 0, allowed: 0 };
  expect(wantOf({ ...quiet, elapsed: 0.59 })).toBe(29);
  expect(wantOf({ ...quiet, elapsed: 0.6 })).toBe(0);
});

test('from 0.6 of a window on, permits beyond the expected requests are given back', () => {
  // 20 requests are expected: 29 permits are kept, one more, and one for each worker.
  const late = { elapsed: 0.8, asked: 80, used: 80 };
  expect(wantOf({ ...late, allowed: 200 })).toBe(-88);
  expect(wantOf({ ...late, allowed: 112 })).toBe(0);
  expect(wantOf({ ...late, allowed: 113 })).toBe(-1);
  expect(wantOf({ allowed: 1000 })).toBe(0);
});
