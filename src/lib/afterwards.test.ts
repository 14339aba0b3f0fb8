import { expect, test } from 'bun:test';
import { createAfterwards } from './afterwards.ts';

test('values are handled once the current event is over, in their order', async () => {
  const handled: number[] = [];
  const later = createAfterwards<number>((value) => handled.push(value), fail);
  for (const value of [1, 2, 3]) later(value);
  expect(handled).toEqual([]);
  await new Promise(setImmediate);
  expect(handled).toEqual([1, 2, 3]);
});

test('an error while a value is handled is reported, and the other values are still handled', async () => {
  const handled: number[] = [];
  const errors: unknown[] = [];
  const later = createAfterwards<number>(
    (value) => {
      if (value === 2) throw new Error('two');
      handled.push(value);
    },
    (error) => errors.push(error),
  );
  for (const value of [1, 2, 3]) later(value);
  await new Promise(setImmediate);
  later(4);
  await new Promise(setImmediate);
  expect(handled).toEqual([1, 3, 4]);
  expect(errors).toEqual([new Error('two')]);
});

function fail(error: unknown): never {
  throw error;
}
