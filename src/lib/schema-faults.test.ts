import { expect, test } from 'bun:test';
import Type from 'typebox';
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

const pathsOf = (value: unknown) => findFaults(Schema, value).map(({ path }) => path);

test('a value that fits has no faults', () => {
  expect(findFaults(Schema, { name: 'a', sizes: [1], range: { from: 1, to: 1 } })).toEqual([]);
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
  const faults = findFaults(Schema, { name: 'a', sizes: [], range: { from: 2, to: 1 } });
  expect(faults.map(({ path, reason }) => [path, reason])).toEqual([
    ['range', 'expected from to be at most to'],
  ]);
});

test('the first fault is the one that findFault gives, with the same sentence', () => {
  for (const value of [5, null, [], { name: '', sizes: [] }, { name: 'a' }, { sizes: [0] }]) {
    expect(findFaults(Schema, value)[0]).toEqual(findFault(Schema, value));
  }
});
