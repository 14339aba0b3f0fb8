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

test.each<[object, string]>([
  // A decimal comma is not guessed.
  [{ cpm: '8,50' }, 'like 8.50, was expected, "8,50" was typed: write 8.50'],
  [{ cpm: '1,000' }, '"1,000" was typed: write 1000 or 1.000'],
  [{ cpm: 'much' }, '"much" was typed'],
  [{ cpm: -1 }, '-1 was typed'],
  [{ days: 1.5 }, 'a whole number from 1 to 30, like 8, was expected, 1.5 was typed'],
  [{ title: undefined }, 'fill it in: a text of at most 90 characters'],
  [{ title: '' }, 'fill it in: a text of at most 90 characters'],
  [{ title: 'x'.repeat(91) }, 'it has 91 characters'],
  [{ countries: ['a', 'b', 'c'] }, 'it has 3 items'],
])('a fault is told in the words of people: %j', (fields, words) => {
  const fault = findFault(Schema, { title: 'A', ...fields });
  expect(faultWords(fault?.reason ?? 'no fault')).toEndWith(words);
});

test('a sentence of another form stays', () => {
  expect(faultWords('two campaigns share this id')).toBe('two campaigns share this id');
});
