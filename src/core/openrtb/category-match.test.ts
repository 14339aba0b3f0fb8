import { describe, expect, test } from 'bun:test';
import { contentCategories, isAllowedBy, isBlockedBy, isComparable } from './category-match.ts';

describe('a blocked category', () => {
  test('blocks what is below it, in its own taxonomy', () => {
    expect(isBlockedBy('IAB25-3', 1, { ids: ['IAB25'], cattax: 1 })).toBe(true);
    expect(isBlockedBy('IAB25', 1, { ids: ['IAB25-3'], cattax: 1 })).toBe(false);
    expect(isBlockedBy('IAB25', 1, { ids: ['IAB2'], cattax: 1 })).toBe(false);
  });

  test('blocks its counterparts in every later taxonomy, and is blocked by each of them', () => {
    for (const cattax of [2, 5, 6, 7, 9]) {
      expect(isBlockedBy('201', cattax, { ids: ['IAB1'], cattax: 1 })).toBe(true);
      expect(isBlockedBy('IAB1-5', 1, { ids: ['201'], cattax })).toBe(true);
      expect(isBlockedBy('483', cattax, { ids: ['IAB1'], cattax: 1 })).toBe(false);
    }
  });

  test('of 1.0 blocks the whole top category elsewhere, where subcategories are not mapped', () => {
    expect(isBlockedBy('223', 6, { ids: ['IAB7-39'], cattax: 1 })).toBe(true);
  });

  test('is not compared with taxonomies of products, audiences or vendors', () => {
    for (const cattax of [3, 4, 8, 500]) {
      expect(isBlockedBy('223', cattax, { ids: ['223'], cattax: 2 })).toBe(false);
      expect(isBlockedBy('223', cattax, { ids: ['IAB7'], cattax: 1 })).toBe(false);
      expect(isBlockedBy('223', cattax, { ids: ['223'], cattax })).toBe(true);
    }
  });
});

describe('an allowed category', () => {
  test('allows a counterpart only if it is listed whole', () => {
    expect(isAllowedBy('223', 6, { ids: ['IAB7'], cattax: 1 })).toBe(true);
    expect(isAllowedBy('223', 6, { ids: ['IAB7-39'], cattax: 1 })).toBe(false);
    expect(isAllowedBy('IAB7-39', 1, { ids: ['223'], cattax: 6 })).toBe(true);
    expect(isAllowedBy('IAB1', 1, { ids: ['42'], cattax: 6 })).toBe(false);
    expect(isAllowedBy('IAB25', 1, { ids: ['223'], cattax: 6 })).toBe(false);
  });
});

test('a category without a counterpart cannot be compared across taxonomies', () => {
  expect(isComparable('IAB26', 1, 6)).toBe(false);
  expect(isComparable('IAB26', 1, 1)).toBe(true);
  expect(isComparable('223', 6, 1)).toBe(true);
  expect(isComparable('999', 6, 1)).toBe(false);
  expect(isComparable('999', 6, 7)).toBe(true);
});

test('ids of the config are told apart by their form', () => {
  expect(contentCategories(['IAB7', '223'])).toEqual([
    { ids: ['IAB7'], cattax: 1 },
    { ids: ['223'], cattax: 2 },
  ]);
  expect(contentCategories([])).toEqual([]);
});
