import { expect, test } from 'bun:test';
import Type from 'typebox';
import { FAULTS_MAX } from './faults.ts';
import { findFault, findFaults } from './schema-fault.ts';

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

test('a value that fits has no faults', () => {
  expect(findFaults(Schema, { name: 'a', sizes: [1], range: { from: 1, to: 1 } }).shown).toEqual(
    [],
  );
});

test('every fault is found, in the order of the schema, and unknown keys last', () => {
  const value = { extra: 1, sizes: [0, 1, 'x', 4], range: { from: 'a' }, other: 2 };
  expect(pathsOf(value)).toEqual([
    'name',
    'sizes',
    'sizes[0]',
    'sizes[2]',
    'range.from',
    'range.to',
    'extra',
    'other',
  ]);
});

test('a rule about a whole object speaks once its fields are right', () => {
  const { shown: faults } = findFaults(Schema, { name: 'a', sizes: [], range: { from: 2, to: 1 } });
  expect(faults.map(({ path, reason }) => [path, reason])).toEqual([
    ['range', 'expected from to be at most to'],
  ]);
});

test('the first fault is the one that findFault gives, with the same sentence', () => {
  for (const value of [5, null, [], { name: '', sizes: [] }, { name: 'a' }, { sizes: [0] }]) {
    expect(findFaults(Schema, value).shown[0]).toEqual(findFault(Schema, value));
  }
});

test('of the faults beyond the bound only the number is told', () => {
  const Sizes = Type.Array(Type.Integer({ minimum: 1 }));
  const faults = findFaults(Sizes, Array(FAULTS_MAX + 3).fill(0));
  expect([faults.shown.length, faults.more]).toEqual([FAULTS_MAX, 3]);
  expect(faults.shown.at(-1)?.path).toBe(`[${FAULTS_MAX - 1}]`);
  expect(findFaults(Sizes, Array(FAULTS_MAX).fill(0)).more).toBe(0);
});

test('items beyond the bound of their list are not looked at', () => {
  expect(pathsOf({ name: 'a', sizes: [1, 1, 1, 'x'] })).toEqual(['sizes']);
});

test('an object that names its kind has every fault of that kind', () => {
  const Kinds = Type.Array(
    Type.Union(
      [
        Type.Object({ kind: Type.Literal('file'), path: Type.String(), lines: Type.Integer() }),
        Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
      ],
      { discriminator: 'kind', expects: 'an object with kind' },
    ),
  );
  const value = [{ kind: 'file', path: 1, lines: 'x' }, { kind: 'url' }, { kind: 'no' }, 5];
  const paths = findFaults(Kinds, value).shown.map(({ path }) => path);
  expect(paths).toEqual(['[0].path', '[0].lines', '[1].url', '[2].kind', '[3]']);
});

test('the rules of a caller are asked at every value, and told whether it is right so far', () => {
  const asked: (readonly [string, boolean])[] = [];
  const value = { sizes: [0, 1], range: { from: 2, to: 1 } };
  const faults = findFaults<string>(Schema, value, '', (path, _, isRight) => {
    asked.push([path, isRight]);
    return path === 'sizes[1]' ? { shown: ['one', 'two'], more: 5 } : undefined;
  });
  expect(asked).toEqual([
    ['name', false],
    ['sizes[0]', false],
    ['sizes[1]', true],
    ['sizes', false],
    ['range.from', true],
    ['range.to', true],
    ['range', false],
    ['', false],
  ]);
  const shown = faults.shown.map((fault) => (typeof fault === 'string' ? fault : fault.path));
  expect([shown, faults.more]).toEqual([['name', 'sizes[0]', 'one', 'two', 'range'], 5]);
});

test('where any value fits, a number too large to represent does too', () => {
  const Any = Type.Object({ any: Type.Unknown(), number: Type.Number() });
  const value = JSON.parse('{"any": 1e400, "number": 1e400}');
  const paths = findFaults(Any, value).shown.map(({ path }) => path);
  expect(paths).toEqual(['number']);
});
