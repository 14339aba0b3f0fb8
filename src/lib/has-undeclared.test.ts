import { expect, test } from 'bun:test';
import Type from 'typebox';
import { compileHasUndeclared } from './declared-only.ts';

const hasUndeclared = compileHasUndeclared(
  Type.Object({
    id: Type.Integer(),
    texts: Type.Optional(Type.Array(Type.String())),
    free: Type.Optional(Type.Unknown()),
    parts: Type.Optional(Type.Array(Type.Object({ 'a-b': Type.Optional(Type.String()) }))),
    one: Type.Optional(Type.Object({ two: Type.Optional(Type.Object({ id: Type.Integer() })) })),
  }),
);

const FULL = { id: 1, texts: ['x'], free: 5, parts: [{ 'a-b': 'x' }], one: { two: { id: 2 } } };

test('a value with declared properties alone has no others', () => {
  expect(hasUndeclared(FULL)).toBe(false);
  expect(hasUndeclared({ id: 1 })).toBe(false);
});

test.each([
  '{ "id": 1, "ext": 1 }',
  '{ "id": 1, "parts": [{}, { "ext": 1 }] }',
  '{ "id": 1, "one": { "ext": 1 } }',
  '{ "id": 1, "one": { "two": { "id": 2, "ext": 1 } } }',
  '{ "id": 1, "__proto__": { "ext": 1 } }',
  '{ "id": 1, "free": {} }',
  '{ "id": 1, "free": [] }',
])('properties that are not declared are found at every depth: %p', (text) => {
  expect(hasUndeclared(JSON.parse(text))).toBe(true);
});
