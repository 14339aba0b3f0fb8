import { expect, test } from 'bun:test';
import Type from 'typebox';
import { compileHasUndeclared, declaredOnly } from './declared-only.ts';

const Schema = Type.Object({
  id: Type.String(),
  list: Type.Optional(Type.Array(Type.Object({ n: Type.Optional(Type.Number()) }))),
  words: Type.Optional(Type.Array(Type.String())),
  inner: Type.Optional(Type.Object({ 'a-b': Type.Optional(Type.Boolean()) })),
  open: Type.Optional(Type.Unknown()),
});
const hasUndeclared = compileHasUndeclared(Schema);

test('what is declared is kept, at every depth and in its order', () => {
  const value = { words: ['a'], inner: { 'a-b': false }, list: [{ n: 0 }], id: '', open: 5 };
  expect(JSON.stringify(declaredOnly(Schema, Object.freeze(value)))).toBe(JSON.stringify(value));
  expect(hasUndeclared(value)).toBe(false);
});

test.each<readonly [string, string]>([
  ['{"id":"a","more":1}', '{"id":"a"}'],
  ['{"id":"a","list":[{},{"n":1,"more":1}]}', '{"id":"a","list":[{},{"n":1}]}'],
  ['{"id":"a","inner":{"more":{"a-b":true}}}', '{"id":"a","inner":{}}'],
  ['{"id":"a","__proto__":{"x":1}}', '{"id":"a"}'],
  ['{"id":"a","constructor":1,"toString":2}', '{"id":"a"}'],
  ...['{"a":1}', '{}', '[1]', '[]'].map(
    (open) => [`{"id":"a","open":${open}}`, '{"id":"a"}'] as const,
  ),
])('of %s the declared is %s', (text, declared) => {
  expect(JSON.stringify(declaredOnly(Schema, JSON.parse(text)))).toBe(declared);
  expect(hasUndeclared(JSON.parse(text))).toBe(true);
});
