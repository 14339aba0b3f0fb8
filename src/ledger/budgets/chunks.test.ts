import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { chunksOf, valuesOf } from './chunks.ts';

test('chunks hold everything in order, in few different sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 2000, size: 'max' }), (items) => {
      const chunks = chunksOf(items);
      expect(chunks.flat()).toEqual(items);
      for (const { length } of chunks) expect([1, 2, 4, 8, 16, 32, 64, 128, 256]).toContain(length);
      expect(chunks.length).toBeLessThanOrEqual(items.length / 256 + 8);
    }),
  );
});

test('placeholders are numbered as they appear', () => {
  expect(
    valuesOf([
      ['a', 1],
      ['b', 2],
    ]),
  ).toBe('($1, cast($2 as bigint)), ($3, cast($4 as bigint))');
});
