import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NESTING_LEVELS_MAX, parseJson } from './json.ts';

test('a text of any kind becomes the value that JSON.parse makes of it, or a fault with its place', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
      const parsed = parseJson(text);
      if (parsed.kind === 'json') expect(parsed.value).toEqual(JSON.parse(text));
      else expect(() => JSON.parse(text)).toThrow();
    }),
  );
  expect(parseJson('{"id": 1,}')).toEqual({
    kind: 'fault',
    reason: 'line 1, column 10: trailing comma before "}"',
  });
});

test('a key named __proto__ stays plain data', () => {
  const parsed = parseJson('{"__proto__":{"id":"x"}}');
  if (parsed.kind !== 'json') throw new Error(parsed.reason);
  expect(Object.keys(parsed.value as object)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
});

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}

test('a text may have as many values as allowed and not one more, however it is written (ruling 72)', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify([value], null, indent);
      const values = valuesIn(JSON.parse(text));
      expect(parseJson(text, values).kind).toBe('json');
      expect(parseJson(text, values - 1).kind).toBe('too-many-values');
    }),
  );
});

test('a text may be nested as deep as allowed and not one level more, outside of strings', () => {
  const nested = (levels: number, inner = '') =>
    `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
  const objects = '{"a":'.repeat(NESTING_LEVELS_MAX + 1);
  const deepest = nested(NESTING_LEVELS_MAX);
  for (const text of [deepest, nested(NESTING_LEVELS_MAX, '"x"'), `[${'[],'.repeat(5000)}[]]`]) {
    expect(parseJson(text).kind).toBe('json');
  }
  for (const text of [
    nested(NESTING_LEVELS_MAX + 1),
    `${objects}1${'}'.repeat(NESTING_LEVELS_MAX + 1)}`,
    '['.repeat(2 ** 20),
    nested(2 ** 19),
    `["\\"\\\\",${deepest}]`,
  ]) {
    expect(parseJson(text)).toEqual({ kind: 'fault', reason: 'nested deeper than 1000 levels' });
  }
  for (const text of ['['.repeat(5000), `"${'['.repeat(5000)}`, `\\"${'{'.repeat(5000)}\\`]) {
    expect(parseJson(JSON.stringify([text]))).toEqual({ kind: 'json', value: [text] });
  }
});
