import { describe, expect, test } from 'bun:test';
import { bearerOf, hashSecret, isOneOf, isSameSecret } from './hmac.ts';

test('a secret equals itself and no other, whatever their lengths', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) {
    expect(isSameSecret(other, 'abc')).toBe(false);
  }
});

test('any secret of a list is recognised, and no other', () => {
  const secrets = ['one', 'two', 'two'].map(hashSecret);
  expect(isOneOf('one', secrets)).toBe(true);
  expect(isOneOf('two', secrets)).toBe(true);
  expect(isOneOf('three', secrets)).toBe(false);
  expect(isOneOf('one', [])).toBe(false);
});

describe('the token of an Authorization header', () => {
  test('is found behind the scheme Bearer, in any case', () => {
    expect(bearerOf('Bearer abc')).toBe('abc');
    expect(bearerOf('bearer  abc ')).toBe('abc');
  });

  test('is found in no other header', () => {
    for (const header of [
      null,
      '',
      'abc',
      'Basic abc',
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'xBearer a',
    ]) {
      expect(bearerOf(header)).toBeUndefined();
    }
  });
});
