import { expect, test } from 'bun:test';
import Type from 'typebox';
import { withoutNulls } from './without-nulls.ts';

const Schema = Type.Object({
  id: Type.Optional(Type.String()),
  ext: Type.Optional(Type.Object({ mode: Type.Optional(Type.String()) })),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.Optional(Type.String()) }))),
  names: Type.Optional(Type.Array(Type.String())),
  free: Type.Optional(Type.Unknown()),
  cap: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});

test('a declared field that is null is absent, at every level, and the value itself stays (ruling 13)', () => {
  const value = Object.freeze({ id: null, ext: { mode: null }, list: [{ id: 'a' }, { id: null }] });
  expect(withoutNulls(Schema, value)).toStrictEqual({ ext: {}, list: [{ id: 'a' }, {}] });
  expect(value).toHaveProperty('id', null);
  expect(withoutNulls(Type.Object({ id: Type.String() }), { id: null })).toStrictEqual({});
  const Refined = Type.Refine(
    Schema,
    () => true,
    () => '',
  );
  expect(withoutNulls(Refined, { id: null })).toStrictEqual({});
});

test('what no schema declares stays as it came, and so does a null that the schema has as a value', () => {
  const value = { x: null, ext: { y: null, mode: null }, free: { a: null }, cap: null };
  expect(withoutNulls(Schema, value)).toStrictEqual({ ...value, ext: { y: null } });
  const inherited = '{"__proto__":{"a":null},"constructor":null,"toString":null}';
  const named = JSON.parse(inherited.replace('{', '{"id":null,'));
  expect(JSON.stringify(withoutNulls(Schema, named))).toBe(inherited);
});

test('a value with nothing to drop, or of another shape, is returned itself', () => {
  for (const value of [
    { id: 'a', list: [{ id: 'b' }], x: null },
    { names: [null, 'a'], list: [null] },
    { ext: [null], list: { id: null }, names: 'a' },
    ...[{}, [], null, 5, 'a', undefined],
  ]) {
    expect(withoutNulls(Schema, value)).toBe(value);
  }
});
