import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { SHORTENED_BYTES_MAX, shortened } from './shortened.ts';

describe('a shortened text', () => {
  test('is the text itself up to the length of a UUID', () => {
    for (const text of ['', 'campaign-7', crypto.randomUUID(), 'ü'.repeat(18), '😀'.repeat(9)]) {
      expect(shortened(text)).toBe(text);
    }
  });

  test('keeps its beginning and tells texts with the same beginning apart', () => {
    const [one, other] = ['a', 'b'].map((end) => shortened(`${'x'.repeat(80)}${end}`));
    expect(one).toMatch(/^x{24}~[\w-]{11}$/);
    expect(other).toMatch(/^x{24}~[\w-]{11}$/);
    expect(one).not.toBe(other);
  });

  test('is never too long, well-formed, and the same when shortened again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const short = shortened(text);
        expect(Buffer.byteLength(short)).toBeLessThanOrEqual(SHORTENED_BYTES_MAX);
        expect(short.isWellFormed()).toBe(true);
        expect(shortened(short)).toBe(short);
        expect(shortened(text)).toBe(short);
      }),
    );
  });

  test('cuts no character in two, and mends half ones', () => {
    expect(shortened(`a${'😀'.repeat(20)}`)).toMatch(/^a(😀){5}~[\w-]{11}$/u);
    expect(shortened('a\ud800')).toBe('a\ufffd');
  });
});
