import { expect, test } from 'bun:test';
import { createAdvertiserNumbers } from './ads.ts';

test('an advertiser has one number, and others have others', () => {
  const { numberOf } = createAdvertiserNumbers();
  expect(numberOf('a')).toBe(numberOf('a'));
  expect(numberOf('a')).not.toBe(numberOf('b'));
});

test('while everything is indexed again a number stays, and no number is given twice', () => {
  const { numberOf, beginAnew, endAnew } = createAdvertiserNumbers();
  const [a, b] = [numberOf('a'), numberOf('b')];
  beginAnew();
  expect(numberOf('c')).toBeGreaterThan(b);
  expect(numberOf('a')).toBe(a);
  endAnew();
  expect(numberOf('a')).toBe(a);
  expect(numberOf('d')).not.toBe(b);
});

test('who was not asked for while everything was indexed again is forgotten', () => {
  const { numberOf, size, beginAnew, endAnew } = createAdvertiserNumbers();
  const b = numberOf('b');
  numberOf('a');
  beginAnew();
  numberOf('a');
  endAnew();
  expect(size()).toBe(1);
  expect(numberOf('b')).not.toBe(b);
});
