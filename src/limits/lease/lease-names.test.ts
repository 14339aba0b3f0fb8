import { expect, test } from 'bun:test';
import { coldPermits, shareOf } from './cold-permits.ts';
import { groupOf, leaseName, publisherKey, readLeaseName } from './lease-names.ts';

test('a publisher id of more than 64 characters is hashed', () => {
  expect(publisherKey('p'.repeat(64))).toBe('p'.repeat(64));
  const keys = ['a', 'b'].map((end) => publisherKey('p'.repeat(64) + end));
  for (const key of keys) expect(key).toMatch(/^hash:.{44}$/);
  expect(new Set(keys).size).toBe(2);
});

test('a name is read from its form in Redis, and other keys are no names', () => {
  expect(readLeaseName(leaseName('ip', '2001:db8::'))).toEqual({ scope: 'ip', text: '2001:db8::' });
  expect(readLeaseName(leaseName('publisher', ''))).toEqual({ scope: 'publisher', text: '' });
  expect(readLeaseName('all')).toBeUndefined();
  expect(readLeaseName('other:a')).toBeUndefined();
});

test('the group of a name is that of its FNV-1a hash, the same on every machine', () => {
  const published = { '': 0x811c9dc5, a: 0xe40c292c, foobar: 0xbf9cf968 };
  for (const [text, hash] of Object.entries(published)) {
    expect(groupOf(text, 16)).toBe(((hash ^ (hash >>> 15)) >>> 0) % 16);
    expect(groupOf(text, 7)).toBe(((hash ^ (hash >>> 15)) >>> 0) % 7);
    expect(groupOf(text, 1)).toBe(0);
  }
});

test('a limit is shared in whole requests, at least one for each machine', () => {
  expect([shareOf(100, 3), shareOf(100, 1), shareOf(2, 3)]).toEqual([33, 100, 1]);
  expect([coldPermits(1000, 2), coldPermits(1099, 2), coldPermits(99, 1)]).toEqual([10, 10, 1]);
  expect(coldPermits(150, 1)).toBe(3);
});
