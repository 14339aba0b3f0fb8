import { expect, test } from 'bun:test';
import { againstWords } from './words.ts';

test('a figure is compared with the week before, where there is one', () => {
  expect(againstWords(120, 100)).toBe('20 % more than the week before');
  expect(againstWords(0, 100)).toBe('100 % less than the week before');
  expect(againstWords(100.4, 100)).toBe('as in the week before');
  expect(againstWords(100, 0)).toBeUndefined();
  expect(againstWords(null, 100)).toBeUndefined();
  expect(againstWords(100, null)).toBeUndefined();
});
