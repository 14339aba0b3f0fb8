import { expect, test } from 'bun:test';
import { argumentsFault } from './call-limits.ts';

/** Levels of objects in one another. */
const nested = (levels: number): object => {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { inside: value };
  return value;
};

test('arguments that are too deep or too many are refused, however deep they are', () => {
  const values = (count: number) => ({ list: new Array(count - 1).fill(0) });
  for (const taken of [nested(40), values(50_000)]) expect(argumentsFault(taken)).toBeUndefined();
  for (const refused of [nested(41), nested(200_000), values(50_001)]) {
    expect(argumentsFault(refused)).toMatchObject({ code: 'INVALID_REQUEST' });
  }
});
