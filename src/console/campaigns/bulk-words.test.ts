import { expect, test } from 'bun:test';
import { SELECTED_MAX } from './bulk-api.ts';
import { leftSentence, selectedWords, selectWords } from './bulk-words.ts';

test('the button that selects beyond the page says when that is not all', () => {
  expect(SELECTED_MAX).toBe(5000);
  expect(selectWords(312, true)).toBe('Select all 312 that match');
  expect(selectWords(5000, false)).toBe('Select all 5,000 campaigns');
  expect(selectWords(10_000, true)).toBe('Select the first 5,000 of 10,000 that match');
});

test('what is left is said where it is selected and before it is changed', () => {
  expect(selectedWords({ count: 0, left: 0 })).toBe('');
  expect(selectedWords({ count: 312, left: 0 })).toBe('312 selected');
  expect(selectedWords({ count: 5000, left: 5000 })).toBe(
    '5,000 selected; 5,000 more not selected',
  );
  expect(leftSentence(0)).toBe('');
  expect(leftSentence(1)).toBe('1 more campaign matches and will not change.');
  expect(leftSentence(5000)).toBe('5,000 more campaigns match and will not change.');
});
