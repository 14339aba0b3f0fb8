import { expect, test } from 'bun:test';
import { foldText } from './folded-text.ts';

test('escapes of JSON and of URLs are read, in any case, and what is none stays', () => {
  const cases = {
    'Ann\\u0026Bob': 'ann&bob',
    'a\\/b\\\\c\\"d\\ne': 'a/b\\c"d\ne',
    'Z%C3%BCrich%20': 'zürich ',
    'a%40b': 'a@b',
    '%61%6E%6E%FF': 'ann%ff',
    '100%! %zz %C3 \\x \\u12': '100%! %zz %c3 \\x \\u12',
    İX: 'İx',
    '': '',
  };
  for (const [written, meant] of Object.entries(cases)) expect(foldText(written).text).toBe(meant);
});

test('each unit has its place in the text as it was', () => {
  const { text, starts, ends } = foldText('a\\u0026%C3%BCb');
  expect(text).toBe('a&üb');
  expect(starts).toEqual([0, 1, 7, 13]);
  expect(ends).toEqual([1, 7, 13, 14]);
});
