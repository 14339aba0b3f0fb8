import { expect, test } from 'bun:test';
import { moved, nextId } from './ad-list.ts';

test('the id of a new ad is the next one that is free', () => {
  expect(nextId([{ id: 'card-1' }])).toBe('card-2');
  expect(nextId([{ id: 'card-1' }, { id: 'card-2' }], 'card-1')).toBe('card-3');
  expect(nextId([{ id: 'spring-trail' }], 'spring-trail')).toBe('spring-trail-2');
  expect(nextId([], 'x'.repeat(64))).toHaveLength(62);
});

test('an ad that moves takes the position, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
