import { expect, test } from 'bun:test';
import { CONTENT_CATEGORIES, CONTENT_TAXONOMIES } from './categories.ts';

test('the taxonomies before 2.1 are deprecated, and no later one is', () => {
  const deprecated = CONTENT_TAXONOMIES.filter(({ isDeprecated }) => isDeprecated);
  expect(deprecated.map(({ cattax }) => cattax)).toEqual([1, 2]);
});

test('each of the 26 top categories of taxonomy 1.0 has a row', () => {
  expect(CONTENT_CATEGORIES.map(({ v1 }) => v1)).toEqual(
    Array.from({ length: 26 }, (_, index) => `IAB${index + 1}`) as never,
  );
});

test('only the last three of them have no counterpart later, and every counterpart is a number', () => {
  const without = CONTENT_CATEGORIES.filter(({ v2 }) => v2.length === 0).map(({ v1 }) => v1);
  expect(without).toEqual(['IAB24', 'IAB25', 'IAB26']);
  for (const { v2 } of CONTENT_CATEGORIES) for (const id of v2) expect(id).toMatch(/^\d+$/);
});

test('each top category has a name of its own', () => {
  const names = CONTENT_CATEGORIES.map(({ name }) => name as string);
  expect(new Set(names).size).toBe(26);
  expect(names).not.toContain('');
});
