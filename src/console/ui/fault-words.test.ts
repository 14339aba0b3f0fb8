import { expect, test } from 'bun:test';
import { Type } from 'typebox';
import { findFault } from '../../lib/schema-fault.ts';
import { faultWords } from './fault-words.ts';

const Schema = Type.Object({
  cpm: Type.Optional(Type.Number({ minimum: 0 })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
  title: Type.String({ minLength: 1, maxLength: 90 }),
  countries: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
});

const wordsOf = (fields: object) => {
  const fault = findFault(Schema, { title: 'A', ...fields });
  return faultWords(fault?.reason ?? 'no fault');
};

test('a decimal comma is not guessed: the words say how to write the number', () => {
  expect(wordsOf({ cpm: '8,50' })).toBe(
    'a number of at least 0, like 8.50, was expected, "8,50" was typed: write 8.50',
  );
  expect(wordsOf({ cpm: '1,000' })).toMatch(/"1,000" was typed: write 1000 or 1\.000$/);
  expect(wordsOf({ cpm: 'much' })).toMatch(/"much" was typed$/);
  expect(wordsOf({ cpm: -1 })).toMatch(/-1 was typed$/);
  expect(wordsOf({ days: 1.5 })).toBe(
    'a whole number from 1 to 30, like 8, was expected, 1.5 was typed',
  );
});

test('a number without bounds has an example', () => {
  expect(faultWords('expected a number, but got the string "8,5"')).toBe(
    'a number like 8.50 was expected, "8,5" was typed: write 8.5',
  );
});

test('what is missing or empty is to be filled in', () => {
  const wanted = 'fill it in: a text of at most 90 characters';
  expect(wordsOf({ title: undefined })).toBe(wanted);
  expect(wordsOf({ title: '' })).toBe(wanted);
});

test('no word of programmers is left', () => {
  expect(wordsOf({ title: 'x'.repeat(91) })).toBe(
    'a text of at most 90 characters was expected, it has 91 characters',
  );
  expect(wordsOf({ countries: ['a', 'b', 'c'] })).toBe(
    'a list of at most 2 items was expected, it has 3 items',
  );
});

test('a sentence of another form stays', () => {
  expect(faultWords('two campaigns share this id')).toBe('two campaigns share this id');
});
