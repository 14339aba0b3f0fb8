import { expect, test } from 'bun:test';
import { flagOf } from './flag.ts';
import type { StoredCheck } from './standing.ts';

const seller = { name: 'Media', domain: 'media.example', type: 'publisher' } as const;
const PUBLISHER = { id: 'pub', seller };

const checked = (
  result: 'matched' | 'line-missing',
  domain: string = seller.domain,
): StoredCheck => ({
  atMs: 1,
  check: { result, sentence: `it is ${result}`, domain, files: [], mismatches: [] },
  standing: { state: 'unproven' },
});

test('a publisher is flagged by a last check that has not matched, and by pages on another domain', () => {
  expect(flagOf(PUBLISHER, checked('line-missing'))).toBe('it is line-missing');
  const elsewhere = { ...PUBLISHER, origins: ['https://other.example'] };
  expect(flagOf(elsewhere, checked('matched'))).toContain('origins has https://other.example');
});

test('nothing is said against one that matched, was not checked, or declares no domain', () => {
  expect(flagOf(PUBLISHER, checked('matched'))).toBeUndefined();
  expect(flagOf(PUBLISHER, undefined)).toBeUndefined();
  expect(flagOf(PUBLISHER, checked('line-missing', 'before.example'))).toBeUndefined();
  expect(flagOf({ id: 'pub' }, checked('line-missing'))).toBeUndefined();
});
