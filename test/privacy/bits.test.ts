import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { bitsAt, isOverrun, openBits, skipBits, takeBits } from '../../src/privacy/consent/bits.ts';
import { toBase64Url, uint } from './bit-text.ts';

const bits = fc
  .array(fc.nat(63), { minLength: 1, maxLength: 40 })
  .map((values) => values.map((value) => uint(value, 6)).join(''));

describe('a bit reader', () => {
  test('gives any bits of the text, and zero for those that are not all there', () => {
    fc.assert(
      fc.property(bits, fc.nat(250), fc.integer({ min: 1, max: 24 }), (all, offset, width) => {
        const text = `~${toBase64Url(all)}.`;
        const reader = openBits(text, 1, text.length - 1);
        if (reader === undefined) throw new Error('an unreadable text');
        const isThere = offset + width <= all.length;
        const expected = isThere ? Number.parseInt(all.slice(offset, offset + width), 2) : 0;
        expect(bitsAt(reader, offset, width)).toBe(expected);
        skipBits(reader, offset);
        expect(takeBits(reader, width)).toBe(expected);
        expect(isOverrun(reader)).toBe(!isThere);
      }),
      { numRuns: 3000 },
    );
  });

  test('stays in the overrun state once it has read past the end', () => {
    const reader = openBits('____', 0, 4);
    if (reader === undefined) throw new Error('an unreadable text');
    expect(takeBits(reader, 20)).toBe(0xfffff);
    expect(takeBits(reader, 5)).toBe(0);
    expect(takeBits(reader, 1)).toBe(0);
    expect(isOverrun(reader)).toBe(true);
  });

  test('opens base64url only, and no empty text', () => {
    expect(openBits('AB-_', 0, 4)).toBeDefined();
    expect(openBits('AB', 1, 1)).toBeUndefined();
    expect(openBits('AB', 0, 3)).toBeUndefined();
    for (const wrong of ['+', '/', '=', ' ', '.', '\0', '\u007f', '\u0080', '\u0141', '\ud83d']) {
      expect(openBits(`AB${wrong}C`, 0, 4)).toBeUndefined();
    }
  });
});
