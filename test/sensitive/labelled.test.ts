import { expect, test } from 'bun:test';
import { readLabelled, score } from './labelled.ts';

const half = (name: string) => readLabelled().filter((sentence) => sentence.half === name);

test('of the labelled sentences, those for tuning are all told right', () => {
  expect(half('tune').length).toBeGreaterThan(190);
  expect(score(half('tune'))).toEqual({ found: 100, inClass: 100, falseAlarms: 0 });
});

test('of the labelled sentences, those for measuring are told as well as the documentation says', () => {
  expect(half('measure').length).toBeGreaterThan(190);
  const { found, falseAlarms } = score(half('measure'));
  expect(found).toBeGreaterThanOrEqual(98);
  expect(falseAlarms).toBeLessThanOrEqual(2);
});
