import { describe, expect, test } from 'bun:test';
import Type from 'typebox';
import { withoutNulls } from './without-nulls.ts';

const Item = Type.Object({ id: Type.Optional(Type.String()) });

const Schema = Type.Object({
  id: Type.Optional(Type.String()),
  ext: Type.Optional(Type.Object({ mode: Type.Optional(Type.String()) })),
  list: Type.Optional(Type.Array(Item)),
  names: Type.Optional(Type.Array(Type.String())),
  free: Type.Optional(Type.Unknown()),
});

describe('a declared field that is null is absent (ruling 13)', () => {
  test('at the root', () => {
    expect(withoutNulls(Schema, { id: null, names: ['a'] })).toStrictEqual({ names: ['a'] });
  });

  test('in objects and in the items of lists', () => {
    const value = { ext: { mode: null }, list: [{ id: 'a' }, { id: null }] };
    expect(withoutNulls(Schema, value)).toStrictEqual({ ext: {}, list: [{ id: 'a' }, {}] });
  });

  test('if it is required too', () => {
    const Required = Type.Object({ id: Type.String() });
    expect(withoutNulls(Required, { id: null })).toStrictEqual({});
  });

  test('but where the schema has null as a value', () => {
    const Capped = Type.Object({ cap: Type.Optional(Type.Union([Type.Number(), Type.Null()])) });
    expect(withoutNulls(Capped, { cap: null })).toStrictEqual({ cap: null });
  });

  test('if the schema is refined', () => {
    const Refined = Type.Refine(
      Schema,
      () => true,
      () => '',
    );
    expect(withoutNulls(Refined, { id: null })).toStrictEqual({});
  });
});

describe('what no schema declares stays as it came', () => {
  test('null or not, at every level', () => {
    const value = {
      x: null,
      ext: { y: null, mode: null },
      list: [{ z: { id: null } }],
      free: { a: null },
    };
    expect(withoutNulls(Schema, value)).toStrictEqual({ ...value, ext: { y: null } });
  });

  test('with the names that every object inherits', () => {
    const value: unknown = JSON.parse(
      '{"id":null,"__proto__":{"a":null},"constructor":null,"toString":null}',
    );
    expect(JSON.stringify(withoutNulls(Schema, value))).toBe(
      '{"__proto__":{"a":null},"constructor":null,"toString":null}',
    );
  });

  test('as the items of a list', () => {
    const value = { names: [null, 'a'], list: [null] };
    expect(withoutNulls(Schema, value)).toBe(value);
  });
});

test('a value with nothing to drop is returned itself', () => {
  for (const value of [
    { id: 'a', list: [{ id: 'b' }], x: null },
    {},
    [],
    null,
    5,
    'a',
    undefined,
  ]) {
    expect(withoutNulls(Schema, value)).toBe(value);
  }
});

test('parts with nothing to drop are shared, not copied', () => {
  const list = [{ id: 'a' }];
  const cleaned = withoutNulls(Schema, { id: null, list }) as { list: unknown };
  expect(cleaned.list).toBe(list);
});

test('the value itself is never changed', () => {
  const value = Object.freeze({ id: null, ext: Object.freeze({ mode: null }) });
  expect(withoutNulls(Schema, value)).toStrictEqual({ ext: {} });
  expect(value).toStrictEqual({ id: null, ext: { mode: null } });
});

test('a value of another shape than the schema is left alone', () => {
  const value = { ext: [null], list: { id: null }, names: 'a' };
  expect(withoutNulls(Schema, value)).toBe(value);
});
