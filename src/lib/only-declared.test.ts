import { expect, test } from 'bun:test';
import Type from 'typebox';
import { onlyDeclared } from './only-declared.ts';

const clean = onlyDeclared(
  Type.Object({
    id: Type.Integer(),
    texts: Type.Optional(Type.Array(Type.String())),
    free: Type.Optional(Type.Unknown()),
    parts: Type.Optional(Type.Array(Type.Object({ 'a-b': Type.Optional(Type.String()) }))),
    one: Type.Optional(Type.Object({ two: Type.Optional(Type.Object({ id: Type.Integer() })) })),
  }),
);

const FULL = {
  id: 1,
  texts: ['x'],
  free: { any: 1 },
  parts: [{ 'a-b': 'x' }],
  one: { two: { id: 2 } },
};

test('a value with declared properties alone is returned as it is', () => {
  expect(clean(FULL)).toBe(FULL);
  const bare = { id: 1 };
  expect(clean(bare)).toBe(bare);
});

test('properties that are not declared are removed at every depth', () => {
  const more = { ext: 1 };
  const given = {
    ...FULL,
    ...more,
    parts: [{ 'a-b': 'x' }, { ...more }],
    one: { two: { id: 2, ...more }, ...more },
  };
  expect(clean(given)).toEqual({ ...FULL, parts: [{ 'a-b': 'x' }, {}] });
  for (const nested of [
    '{ "id": 1, "parts": [{}, { "ext": 1 }] }',
    '{ "id": 1, "one": { "ext": 1 } }',
    '{ "id": 1, "one": { "two": { "id": 2, "ext": 1 } } }',
    '{ "id": 1, "__proto__": { "ext": 1 } }',
  ]) {
    expect(JSON.stringify(clean(JSON.parse(nested)))).not.toContain('ext');
  }
});
