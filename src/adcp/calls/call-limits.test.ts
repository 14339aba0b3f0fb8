import { expect, test } from 'bun:test';
import { ARGUMENT_LEVELS_MAX, ARGUMENT_VALUES_MAX, argumentsFault } from './call-limits.ts';

/** Levels of objects in one another. */
const nested = (levels: number): object => {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { inside: value };
  return value;
};

test('arguments that are too deep or too many are refused, however deep they are', () => {
  expect(argumentsFault(nested(ARGUMENT_LEVELS_MAX))).toBeUndefined();
  expect(argumentsFault(nested(ARGUMENT_LEVELS_MAX + 1))).toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect(argumentsFault(nested(200_000))).toMatchObject({ code: 'INVALID_REQUEST' });
  const values = (count: number) => ({ list: new Array(count - 1).fill(0) });
  expect(argumentsFault(values(ARGUMENT_VALUES_MAX))).toBeUndefined();
  expect(argumentsFault(values(ARGUMENT_VALUES_MAX + 1))).toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('texts that no database keeps as they are, are refused with their place', () => {
  const fieldOf = (args: object) => argumentsFault(args)?.field;
  expect(fieldOf({ a: [{ b: 'x' }, { b: 'x\0y' }] })).toBe('a[1].b');
  expect(fieldOf({ a: { b: '\ud800' } })).toBe('a.b');
  expect(fieldOf({ a: { '\udc00': 1 } })).toBe('a');
  expect(fieldOf({ '\0': 1 })).toBe('arguments');
  expect(fieldOf({ [`${'k'.repeat(100_000)}`]: '\0' })?.length).toBeLessThan(400);
  expect(argumentsFault({ a: '\u0001\u202e\u{1f600}' })).toBeUndefined();
});
