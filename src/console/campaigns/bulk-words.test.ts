import { expect, test } from 'bun:test';
import { SELECTED_MAX } from './bulk-api.ts';
import { leftOf, selectWords } from './bulk-words.ts';

test('the button that selects beyond the page says when that is not all', () => {
  expect(SELECTED_MAX).toBe(5000);
  expect(selectWords(312)).toBe('Select all 312 that match');
  expect(selectWords(5000)).toBe('Select all 5,000 that match');
  expect(selectWords(10_000)).toBe('Select 5,000 of 10,000 that match');
});

test('the preview counts what is left only where no more can be selected', () => {
  expect([leftOf(37, 41), leftOf(5000, 5000), leftOf(5000, 10_000)]).toEqual([0, 0, 5000]);
});
