import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { canonicalJson } from './change-once.ts';

test('the form is the one of RFC 8785', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0],
    string: '\u20ac$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
  const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6 };
  expect(Object.keys(JSON.parse(canonicalJson({ ...keys, '': 0 })) as object)).toHaveLength(7);
  // By code units: the emoji is before U+FB33, though its code point is behind it.
  expect(canonicalJson(keys)).toBe('{"\\r":2,"1":4,"\u0080":6,"€":1,"😀":5,"\ufb33":3}');
});

/** The same value, with the keys of all objects in the other order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, turned(item)] as const);
  return Object.fromEntries(entries.reverse());
}

test('the order of keys makes no difference, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(turned(value))).toBe(text);
      expect(JSON.stringify(JSON.parse(text)).length).toBe(text.length);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('two values have the same form if, and only if, they are equal', () => {
  const value = fc.jsonValue({ maxDepth: 2, depthSize: 'small' });
  fc.assert(
    fc.property(value, value, (one, other) => {
      const same = canonicalJson(one) === canonicalJson(other);
      expect(same).toBe(
        Bun.deepEquals(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)), true),
      );
    }),
  );
});
