import { expect, test } from 'bun:test';
import Type from 'typebox';
import { compileAll, compileLater } from './compile-later.ts';

test('a check answers alike whether it was compiled at its first use or before', () => {
  const schema = Type.Object({ id: Type.String() });
  const atFirstUse = compileLater(schema);
  expect([atFirstUse.Check({ id: 'a' }), atFirstUse.Check({ id: 1 })]).toEqual([true, false]);
  const before = compileLater(schema);
  compileAll();
  expect([before.Check({ id: 'a' }), before.Check({ id: 1 })]).toEqual([true, false]);
});
