import { expect, test } from 'bun:test';
import { joined } from './joined.ts';

test('two lists are joined in their order', () => {
  expect(joined([1, 2], [3])).toEqual([1, 2, 3]);
});

test('where one of them is empty, no copy is made of the other', () => {
  const list = [1];
  expect([joined(list, []), joined([], list)].map((one) => one === list)).toEqual([true, true]);
  expect(joined([], [])).toEqual([]);
});
