import { expect, test } from 'bun:test';
import { rememberTexts } from './remember-texts.ts';

function remembering(textsMax: number, lengthMax = 10) {
  const made: string[] = [];
  const lengthOf = rememberTexts(textsMax, lengthMax, (text) => {
    made.push(text);
    return { length: text.length };
  });
  return { made, lengthOf };
}

test('makes of each text what it made before, once', () => {
  const { made, lengthOf } = remembering(2);
  expect(lengthOf('abc')).toBe(lengthOf('abc'));
  expect(lengthOf('ab').length).toBe(2);
  expect(made).toEqual(['abc', 'ab']);
});

test('keeps what is asked for again, and forgets what is not', () => {
  const { made, lengthOf } = remembering(2);
  for (const text of ['a', 'b', 'c', 'a', 'd', 'a']) lengthOf(text);
  expect(made).toEqual(['a', 'b', 'c', 'd']);
  lengthOf('b');
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
});
