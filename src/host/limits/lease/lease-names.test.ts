import { expect, test } from 'bun:test';
import { publisherKey } from './lease-names.ts';

test('a publisher id of more than 64 characters is hashed', () => {
  expect(publisherKey('p'.repeat(64))).toBe('p'.repeat(64));
  const keys = ['a', 'b'].map((end) => publisherKey('p'.repeat(64) + end));
  for (const key of keys) expect(key).toMatch(/^hash:.{44}$/);
  expect(new Set(keys).size).toBe(2);
});
