import { describe, expect, test } from 'bun:test';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { preview } from './preview.ts';
import { findFault, isObject } from './schema-fault.ts';

/** The fault of a value in a field named `field`. */
function faultOf(schema: TSchema, value: unknown) {
  const Holder = Type.Object({ field: schema });
  const holder = { field: value };
  const fault = findFault(Holder, holder);
  expect(Compile(Holder).Check(holder)).toBe(fault === undefined);
  return fault;
}

describe('a fault says what was expected and what came', () => {
  const Integer = Type.Integer({ minimum: 1, maximum: 7 });
  const Named = Type.String({ maxLength: 5, pattern: '^[a-z]+$', expects: 'a short word' });

  const cases: readonly (readonly [TSchema, unknown, 'type' | 'value', string])[] = [
    [Integer, 8, 'value', 'an integer from 1 to 7, but got 8'],
    [Integer, 1.5, 'value', 'an integer from 1 to 7, but got 1.5'],
    [Integer, '5', 'type', 'an integer from 1 to 7, but got the string "5"'],
    [Integer, true, 'type', 'an integer from 1 to 7, but got true'],
    [Integer, [5], 'type', 'an integer from 1 to 7, but got an array'],
    [Integer, {}, 'type', 'an integer from 1 to 7, but got an object'],
    [
      Integer,
      Number.POSITIVE_INFINITY,
      'value',
      'an integer from 1 to 7, but got a number too large to represent',
    ],
    [Type.Number({ minimum: 0 }), -0.5, 'value', 'a number of at least 0, but got -0.5'],
    [Type.Number({ maximum: 9 }), 10, 'value', 'a number of at most 9, but got 10'],
    [Type.Number(), 'x', 'type', 'a number, but got the string "x"'],
    [Type.Boolean(), 1, 'type', 'true or false, but got 1'],
    [Type.Boolean(), 'true', 'type', 'true or false, but got the string "true"'],
    [Type.String(), 5, 'type', 'a string, but got 5'],
    [
      Type.String({ maxLength: 1 }),
      'ab',
      'value',
      'a string of at most 1 character, but got 2 characters',
    ],
    [Type.String({ minLength: 1 }), '', 'value', 'a non-empty string, but got ""'],
    [
      Type.String({ minLength: 1, maxLength: 3 }),
      'abcd',
      'value',
      'a non-empty string of at most 3 characters, but got 4 characters',
    ],
    [Named, 'A', 'value', 'a short word, but got "A"'],
    [Named, 'abcdef', 'value', 'a short word, but got 6 characters'],
    [Named, 5, 'type', 'a short word, but got 5'],
    [Type.Enum(['M', 'F']), 'X', 'value', 'one of "M", "F", but got "X"'],
    [Type.Enum(['M', 'F']), 1, 'type', 'one of "M", "F", but got 1'],
    [Type.Enum([1, 2]), 3, 'value', 'one of 1, 2, but got 3'],
    [Type.Enum([1, 2]), '1', 'type', 'one of 1, 2, but got the string "1"'],
    [Type.Literal('a'), 'b', 'value', '"a", but got "b"'],
    [Type.Array(Type.String()), 'a', 'type', 'an array, but got the string "a"'],
    [
      Type.Array(Type.String(), { minItems: 1 }),
      [],
      'value',
      'an array of 1 or more items, but got 0 items',
    ],
    [
      Type.Array(Type.Number(), { minItems: 1, maxItems: 2 }),
      [1, 2, 3],
      'value',
      'an array of 1 to 2 items, but got 3 items',
    ],
    [
      Type.Array(Type.Number(), { maxItems: 1 }),
      [1, 2],
      'value',
      'an array of at most 1 item, but got 2 items',
    ],
    [Type.Object({}), [], 'type', 'an object, but got an array'],
    [Type.Object({}), 'a', 'type', 'an object, but got the string "a"'],
  ];
  for (const [schema, value, kind, rest] of cases) {
    test(`expected ${rest}`, () => {
      expect(faultOf(schema, value)).toEqual({ path: 'field', kind, reason: `expected ${rest}` });
    });
  }

  test('without contradicting itself where an integer is too large to be exact', () => {
    const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
    const fault = faultOf(Count, 2 ** 53);
    expect(fault?.kind).toBe('value');
    expect(fault?.reason).not.toBe('expected an integer of at least 0, but got 9007199254740992');
  });

  test('in the words of a refinement that has no others', () => {
    const Even = Type.Refine(
      Type.Integer(),
      (value) => value % 2 === 0,
      (value) => `${value} is odd`,
    );
    expect(faultOf(Even, 3)).toEqual({ path: 'field', kind: 'value', reason: '3 is odd' });
  });

  test('and that a required field is missing, whether absent or null', () => {
    const Schema = Type.Object({ id: Type.String() });
    for (const value of [{}, { id: null }]) {
      expect(findFault(Schema, value)).toEqual({
        path: 'id',
        kind: 'missing',
        reason: 'expected a string, but the field is missing',
      });
    }
  });

  test('and which names are known where only those may stand', () => {
    const Closed = Type.Object(
      { a: Type.Optional(Type.Number()) },
      { additionalProperties: false },
    );
    expect(faultOf(Closed, { b: 1 })).toEqual({
      path: 'field.b',
      kind: 'unknown',
      reason: 'expected one of a',
    });
  });
});

describe('of several alternatives', () => {
  const Kinds = Type.Union(
    [
      Type.Object({ kind: Type.Literal('a'), size: Type.Integer() }),
      Type.Object({ kind: Type.Literal('b') }),
    ],
    { discriminator: 'kind' },
  );

  test('the one that is named is explained', () => {
    expect(faultOf(Kinds, { kind: 'a', size: 'x' })).toEqual({
      path: 'field.size',
      kind: 'type',
      reason: 'expected an integer, but got the string "x"',
    });
  });

  test('the names are listed where none is named', () => {
    expect(faultOf(Kinds, { kind: 'c' })).toEqual({
      path: 'field.kind',
      kind: 'value',
      reason: 'expected one of "a", "b", but got "c"',
    });
    expect(faultOf(Kinds, {})?.kind).toBe('missing');
  });

  test('the words of the whole are used where they have no names', () => {
    const Workers = Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1 })], {
      expects: '"auto" or a number',
    });
    expect(faultOf(Workers, 'auto')).toBeUndefined();
    expect(faultOf(Workers, 0)?.reason).toBe('expected "auto" or a number, but got 0');
  });
});

describe('the first fault is reported', () => {
  const Schema = Type.Object({
    a: Type.Integer(),
    b: Type.Array(Type.Object({ c: Type.Integer() })),
    d: Type.Optional(Type.Integer()),
  });

  test('in the order of declaration, not of the value', () => {
    expect(findFault(Schema, { d: 'x', b: [{ c: 'x' }], a: 'x' })?.path).toBe('a');
    expect(findFault(Schema, { d: 'x', b: [{ c: 1 }, { c: 'x' }], a: 1 })?.path).toBe('b[1].c');
    expect(findFault(Schema, { d: 'x', b: [], a: 1 })?.path).toBe('d');
    expect(findFault(Schema, { b: [], a: 1, d: null })).toBeUndefined();
  });

  test('with the rules of a caller at their places', () => {
    const seen: string[] = [];
    const found = findFault<string>(Schema, { a: 1, b: [{ c: 1 }], d: 'x' }, '', (path) => {
      seen.push(path);
      return path === 'b' ? { shown: ['stop'], more: 0 } : undefined;
    });
    expect(found).toBe('stop');
    expect(seen).toEqual(['a', 'b[0].c', 'b[0]', 'b']);
  });

  test('after those of its parts come those of the whole', () => {
    const Ordered = Type.Refine(
      Type.Object({ low: Type.Number(), high: Type.Number() }),
      ({ low, high }) => low <= high,
      () => 'low is above high',
    );
    expect(findFault(Ordered, { low: 'x', high: 0 })?.path).toBe('low');
    expect(findFault(Ordered, { low: 1, high: 0 }, 'range')).toEqual({
      path: 'range',
      kind: 'value',
      reason: 'low is above high',
    });
  });
});

describe('a value is shown', () => {
  test('cut off where it is long, on one line', () => {
    expect(preview('x'.repeat(41))).toBe(`"${'x'.repeat(40)}"…`);
    expect(preview('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
    expect(preview('a\nb')).toBe('"a\\nb"');
  });

  test('by its kind where it has parts', () => {
    expect([preview([1]), preview({ a: 1 }), preview(undefined), preview(null)]).toEqual([
      'an array',
      'an object',
      'nothing',
      'null',
    ]);
  });
});

test('an object is neither null nor a list', () => {
  expect([{}, [], null, 'a', undefined].map(isObject)).toEqual([true, false, false, false, false]);
});
