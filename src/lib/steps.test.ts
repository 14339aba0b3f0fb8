import { expect, test } from 'bun:test';
import { atOnce } from './steps.ts';

test('work that is done at once tells after each step how many it has done', () => {
  function* work() {
    yield;
    yield;
    return 'done';
  }
  const counts: number[] = [];
  expect(atOnce(work(), (count) => counts.push(count))).toBe('done');
  expect(counts).toEqual([1, 2]);
});
