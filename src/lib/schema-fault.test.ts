import { describe, expect, test } from 'bun:test';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { FAULTS_MAX } from './faults.ts';
import { findFault, findFaults } from './schema-fault.ts';

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
  const ANY = Type.String();
  const Short = Type.String({ maxLength: 1 });
  const Named = Type.String({ maxLength: 5, pattern: '^[a-z]+$', expects: 'a short word' });
  const Words = Type.Enum(['M', 'F']);
  const List = (options: { minItems?: number; maxItems?: number }) =>
    Type.Array(Type.Number(), options);

  test.each<readonly [TSchema, unknown, 'type' | 'value', expected: string, got: string]>([
    [Integer, 8, 'value', 'an integer from 1 to 7', '8'],
    [Integer, 1.5, 'value', 'an integer from 1 to 7', '1.5'],
    [Integer, '5', 'type', 'an integer from 1 to 7', 'the string "5"'],
    [Integer, [5], 'type', 'an integer from 1 to 7', 'an array'],
    [Integer, {}, 'type', 'an integer from 1 to 7', 'an object'],
    [Integer, Number.POSITIVE_INFINITY, 'value', 'an integer from 1 to 7', 'a number too large'],
    [Type.Number({ minimum: 0 }), -0.5, 'value', 'a number of at least 0', '-0.5'],
    [Type.Number({ maximum: 9 }), 10, 'value', 'a number of at most 9', '10'],
    [Type.Boolean(), 1, 'type', 'true or false', '1'],
    [ANY, 5, 'type', 'a string', '5'],
    [Short, 'ab', 'value', 'a string of at most 1 character', '2 characters'],
    [Type.String({ minLength: 1 }), '', 'value', 'a non-empty string', '""'],
    [Named, 'A', 'value', 'a short word', '"A"'],
    [Named, 'abcdef', 'value', 'a short word', '6 characters'],
    [Words, 'X', 'value', 'one of "M", "F"', '"X"'],
    [Words, 1, 'type', 'one of "M", "F"', '1'],
    [Type.Enum([1, 2]), '1', 'type', 'one of 1, 2', 'the string "1"'],
    [Type.Literal('a'), 'b', 'value', '"a"', '"b"'],
    [Type.Array(ANY), 'a', 'type', 'an array', 'the string "a"'],
    [List({ minItems: 1 }), [], 'value', 'an array of 1 or more items', '0 items'],
    [List({ minItems: 1, maxItems: 2 }), [1, 2, 3], 'value', 'an array of 1 to 2 items', '3 items'],
    [List({ maxItems: 1 }), [1, 2], 'value', 'an array of at most 1 item', '2 items'],
    [Type.Object({}), [], 'type', 'an object', 'an array'],
  ])('%#', (schema, value, kind, expected, got) => {
    const reason = expect.stringContaining(`expected ${expected}, but got ${got}`);
    expect(faultOf(schema, value)).toEqual({ path: 'field', kind, reason });
  });

  test('in the words of a refinement, and that a required field is missing, whether absent or null', () => {
    const Even = Type.Refine(
      Type.Integer(),
      (value) => value % 2 === 0,
      (value) => `${value} is odd`,
    );
    expect(faultOf(Even, 3)).toEqual({ path: 'field', kind: 'value', reason: '3 is odd' });
    for (const value of [{}, { id: null }]) {
      expect(findFault(Type.Object({ id: ANY }), value)).toMatchObject({
        path: 'id',
        kind: 'missing',
      });
    }
  });

  test('of several alternatives that of the named one, or the names', () => {
    const Kinds = Type.Union(
      [
        Type.Object({ kind: Type.Literal('a'), size: Type.Integer() }),
        Type.Object({ kind: Type.Literal('b') }),
      ],
      { discriminator: 'kind' },
    );
    expect(faultOf(Kinds, { kind: 'a', size: 'x' })).toMatchObject({ path: 'field.size' });
    expect(faultOf(Kinds, { kind: 'c' })).toMatchObject({ path: 'field.kind', kind: 'value' });
    expect(faultOf(Kinds, {})?.kind).toBe('missing');
    const Workers = Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1 })], {
      expects: '"auto" or a number',
    });
    expect(faultOf(Workers, 'auto')).toBeUndefined();
    expect(faultOf(Workers, 0)?.reason).toBe('expected "auto" or a number, but got 0');
  });
});

const Schema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    sizes: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 3 }),
    range: Type.Optional(
      Type.Refine(
        Type.Object({ from: Type.Number(), to: Type.Number() }),
        ({ from, to }) => from <= to,
        () => 'expected from to be at most to',
      ),
    ),
  },
  { additionalProperties: false },
);

const pathsOf = (value: unknown) => findFaults(Schema, value).shown.map(({ path }) => path);

describe('of several faults', () => {
  test('every one is found, in the order of the schema, and unknown keys last', () => {
    const value = { extra: 1, sizes: [0, 1, 'x', 4], range: { from: 'a' }, other: 2 };
    expect(pathsOf(value)).toEqual(
      'name sizes sizes[0] sizes[2] range.from range.to extra other'.split(' '),
    );
    expect(pathsOf({ name: 'a', sizes: [1, 1, 1, 'x'] })).toEqual(['sizes']);
    expect(pathsOf({ name: 'a', sizes: [], range: { from: 2, to: 1 } })).toEqual(['range']);
    expect(pathsOf({ name: 'a', sizes: [1], range: { from: 1, to: 1 } })).toEqual([]);
  });

  test('the first is the one that is found alone, with the same sentence', () => {
    for (const value of [5, null, [], { name: '', sizes: [] }, { name: 'a' }, { sizes: [0] }]) {
      expect(findFaults(Schema, value).shown[0]).toEqual(findFault(Schema, value));
    }
  });

  test('only the number is told beyond the bound', () => {
    const Sizes = Type.Array(Type.Integer({ minimum: 1 }));
    const faults = findFaults(Sizes, Array(FAULTS_MAX + 3).fill(0));
    expect([faults.shown.length, faults.more]).toEqual([FAULTS_MAX, 3]);
    expect(findFaults(Sizes, Array(FAULTS_MAX).fill(0)).more).toBe(0);
  });

  test('the rules of a caller are asked at every value, and told whether it is right so far', () => {
    const asked: (readonly [string, boolean])[] = [];
    const value = { sizes: [0, 1], range: { from: 2, to: 1 } };
    const faults = findFaults<string>(Schema, value, '', (path, _, isRight) => {
      asked.push([path, isRight]);
      return path === 'sizes[1]' ? { shown: ['one', 'two'], more: 5 } : undefined;
    });
    expect(asked.filter(([, isRight]) => isRight).map(([path]) => path)).toEqual([
      'sizes[1]',
      'range.from',
      'range.to',
    ]);
    expect(asked.map(([path]) => path)).toEqual(
      'name sizes[0] sizes[1] sizes range.from range.to range '.split(' '),
    );
    const shown = faults.shown.map((fault) => (typeof fault === 'string' ? fault : fault.path));
    expect([shown, faults.more]).toEqual([['name', 'sizes[0]', 'one', 'two', 'range'], 5]);
  });

  test('a number too large to represent is none where any value fits', () => {
    const Any = Type.Object({ any: Type.Unknown(), number: Type.Number() });
    const value = JSON.parse('{"any": 1e400, "number": 1e400}');
    expect(findFaults(Any, value).shown.map(({ path }) => path)).toEqual(['number']);
  });
});
