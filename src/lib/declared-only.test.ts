import { expect, test } from 'bun:test';
import Type from 'typebox';
import { declaredOnly } from './declared-only.ts';

const Schema = Type.Object({
  id: Type.String(),
  list: Type.Optional(Type.Array(Type.Object({ n: Type.Number() }))),
  words: Type.Optional(Type.Array(Type.String())),
  inner: Type.Optional(Type.Object({ flag: Type.Optional(Type.Boolean()) })),
  open: Type.Optional(Type.Unknown()),
});

test('what is declared is kept, at every depth and in its order', () => {
  const value = { words: ['a'], inner: { flag: false }, list: [{ n: 0 }], id: '' };
  expect(JSON.stringify(declaredOnly(Schema, value))).toBe(JSON.stringify(value));
});

test('what is not declared is left out, at every depth', () => {
  const value = {
    id: 'a',
    more: 1,
    list: [{ n: 1, more: 1 }],
    inner: { more: { flag: true } },
  };
  expect(declaredOnly(Schema, value)).toEqual({ id: 'a', list: [{ n: 1 }], inner: {} });
});

test('names that objects inherit are not declared', () => {
  const value = JSON.parse('{"id":"a","__proto__":{"x":1},"constructor":1,"toString":2}');
  expect(Object.keys(declaredOnly(Schema, value) as object)).toEqual(['id']);
});

test('an object or a list of which the schema says nothing is left out as a whole', () => {
  for (const open of [{ a: 1 }, {}, [1], []]) {
    expect(declaredOnly(Schema, { id: 'a', open })).toEqual({ id: 'a' });
  }
  expect(declaredOnly(Schema, { id: 'a', open: 5 })).toEqual({ id: 'a', open: 5 });
});

test('the value itself stays as it is', () => {
  const value = Object.freeze({ id: 'a', more: 1 });
  declaredOnly(Schema, value);
  expect(value).toEqual({ id: 'a', more: 1 });
});
