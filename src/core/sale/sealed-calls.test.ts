import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { FACT_KINDS, type FactKind } from './fact.ts';
import { CALLS_MAX, openCalls, sealCalls } from './sealed-calls.ts';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const URLS = ['https://t.example/b?p=${AUCTION_PRICE}&i=1', 'https://t.example/漢'];
const seal = (kind: FactKind = 'bill', urls: readonly string[] = URLS, index = 0) =>
  sealCalls(KEY, { index, kind }, urls);

const anyUrl = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .map((text) => `https://t.example/${text.replaceAll(/\s/g, '')}`);
const anyUrls = fc.array(anyUrl, { minLength: 1, maxLength: CALLS_MAX });
const anyKind = fc.constantFrom(...FACT_KINDS);
const anyIndex = fc.integer({ min: 0, max: 9 });

describe('the URLs that a notice carries', () => {
  test('come back as they were, whatever they are', () => {
    fc.assert(
      fc.property(anyUrls, anyKind, anyIndex, (urls, kind, index) => {
        fc.pre(Buffer.byteLength(urls.join('\n')) < 3000);
        const sealed = seal(kind, urls, index);
        // No URL has to encode it, and no macro of a caller is in it.
        expect(sealed).toMatch(/^[\w-]+$/);
        expect(openCalls(KEY, kind, sealed)).toEqual(urls);
      }),
      { numRuns: runs(100) },
    );
  });

  test('stay readable from release to release, so that ads sold before an upgrade still count', () => {
    expect(seal('bill', ['https://t.example/b'], 1)).toBe(
      'AYSaDghItw0LtEB9ecNAtANO7plw9nfciA2wt2SPax2LQwGE',
    );
  });

  test('cannot be read from the value', () => {
    const value = seal();
    const bytes = Buffer.from(value, 'base64url').toString('latin1');
    for (const part of ['t.example', 'AUCTION', 'https', 'i=1']) {
      expect(bytes).not.toContain(part);
      expect(value).not.toContain(Buffer.from(part).toString('base64url').slice(1, -1));
    }
  });

  test('of two kinds, of two sales and of two indexes never share a stream of the cipher', () => {
    const zeros = ['x'.repeat(64)];
    const sealed = FACT_KINDS.flatMap((kind) =>
      Array.from({ length: 10 }, (_, index) => [
        seal(kind, zeros, index),
        sealCalls(OTHER_KEY, { index, kind }, zeros),
      ]),
    ).flat();
    const streams = sealed.map((text) => text.slice(2, 60));
    expect(new Set(streams).size).toBe(sealed.length);
  });
});

describe('what is refused', () => {
  test('is every value with a bit altered', () => {
    const bytes = Buffer.from(seal(), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openCalls(KEY, 'bill', altered.toString('base64url'))).toBeUndefined();
    }
  });

  test('is anything made up; nothing throws', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), bytes, (text, random) => {
        expect(openCalls(KEY, 'win', text)).toBeUndefined();
        expect(openCalls(KEY, 'win', Buffer.from(random).toString('base64url'))).toBeUndefined();
      }),
      { numRuns: runs(100) },
    );
  });
});
