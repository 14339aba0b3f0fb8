import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { countOne, countWithin, keptSec, WHEEL_COUNT_MAX } from './wheel.ts';

const HOUR = 3600;
const START = 1_800_000_000;
const WINDOWS = [1, 5, 24, 72, 168, 720].map((hours) => hours * HOUR);

const oneWord = () => {
  const words = new BigUint64Array(1);
  return { words, halves: new Uint32Array(words.buffer) };
};

test('no count is missed within its time, and none is kept for more than a seventh longer', () => {
  const steps = fc.array(fc.record({ waitShare: fc.double({ min: 0, max: 0.4, noNaN: true }) }), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(fc.constantFrom(...WINDOWS), steps, (windowSec, waits) => {
      const words = oneWord();
      const happened: number[] = [];
      let now = START;
      for (const { waitShare } of waits) {
        now += Math.floor(waitShare * windowSec);
        const counted = countWithin(words, 0, windowSec, now);
        const within = (sec: number) => happened.filter((at) => now - at <= sec).length;
        expect(counted).toBeGreaterThanOrEqual(within(windowSec));
        expect(counted).toBeLessThanOrEqual(within(keptSec(windowSec)));
        expect(countOne(words, 0, { windowSec, atSec: now, nowSec: now }, 100)).toBeTrue();
        happened.push(now);
      }
      expect(countWithin(words, 0, windowSec, now + keptSec(windowSec))).toBe(0);
    }),
  );
  for (const windowSec of WINDOWS) expect(keptSec(windowSec)).toBeLessThan(1.15 * windowSec);
});

test('a clock that is a step ahead takes no count from one that is not, and a further one has none', () => {
  const words = oneWord();
  const step = keptSec(HOUR) / 8;
  const count = (sec: number, max: number) =>
    countOne(words, 0, { windowSec: HOUR, atSec: sec, nowSec: sec }, max);
  expect(count(START + step, 9)).toBeTrue();
  expect(countWithin(words, 0, HOUR, START)).toBe(1);
  expect(count(START, 1)).toBeFalse();
  expect(count(START, 9)).toBeTrue();
  expect([START, START + step].map((sec) => countWithin(words, 0, HOUR, sec))).toEqual([2, 2]);
  expect(countWithin(words, 0, HOUR, START - step)).toBe(0);
});

test('a word counts as far as a cap can be set, all in one moment, and then stays', () => {
  const words = oneWord();
  for (let i = 0; i < 100; i++) {
    countOne(words, 0, { windowSec: HOUR, atSec: START, nowSec: START }, Number.POSITIVE_INFINITY);
  }
  expect(countWithin(words, 0, HOUR, START)).toBeGreaterThan(WHEEL_COUNT_MAX);
  expect(countWithin(words, 0, HOUR, START + keptSec(HOUR))).toBe(0);
});
