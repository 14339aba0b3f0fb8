import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { NESTING_LEVELS_MAX, parseJson } from './json.ts';

test('a JSON text becomes the value that JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual({ kind: 'json', value: JSON.parse(text) });
    }),
  );
});

test('a key named __proto__ stays plain data', () => {
  const parsed = parseJson('{"__proto__":{"id":"x"}}');
  if (parsed.kind !== 'json') throw new Error(parsed.reason);
  expect(Object.keys(parsed.value as object)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
});

test('a text that is no JSON becomes a fault with its place', () => {
  expect(parseJson('{"id": 1,}')).toEqual({
    kind: 'fault',
    reason: 'line 1, column 10: trailing comma before "}"',
  });
});

test('a text of any kind becomes a value or a fault, never an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(['json', 'fault']).toContain(parseJson(text).kind);
    }),
  );
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

describe('nesting', () => {
  const TOO_DEEP = { kind: 'fault', reason: 'nested deeper than 1000 levels' } as const;

  function nested(levels: number, inner = ''): string {
    return `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
  }

  test('of as many levels as allowed is parsed', () => {
    expect(parseJson(nested(NESTING_LEVELS_MAX)).kind).toBe('json');
    expect(parseJson(nested(NESTING_LEVELS_MAX, '"a long text"')).kind).toBe('json');
  });

  test('one level deeper is a fault', () => {
    expect(parseJson(nested(NESTING_LEVELS_MAX + 1))).toEqual(TOO_DEEP);
    const objects = '{"a":'.repeat(NESTING_LEVELS_MAX + 1);
    expect(parseJson(`${objects}1${'}'.repeat(NESTING_LEVELS_MAX + 1)}`)).toEqual(TOO_DEEP);
  });

  test('of megabytes is a fault, not an overflow', () => {
    expect(parseJson('['.repeat(2 ** 20))).toEqual(TOO_DEEP);
    expect(parseJson(nested(2 ** 19))).toEqual(TOO_DEEP);
  });

  test('beside each other instead of inside each other counts once', () => {
    expect(parseJson(`[${'[],'.repeat(5000)}[]]`).kind).toBe('json');
  });

  test('inside strings does not count, whatever is escaped there', () => {
    for (const text of ['['.repeat(5000), `"${'['.repeat(5000)}`, `\\"${'{'.repeat(5000)}\\`]) {
      expect(parseJson(JSON.stringify([text]))).toEqual({ kind: 'json', value: [text] });
    }
  });

  test('after a string is counted again', () => {
    const text = JSON.stringify(['"\\', JSON.parse(nested(NESTING_LEVELS_MAX))]);
    expect(parseJson(text)).toEqual(TOO_DEEP);
  });
});
