import { expect, test } from 'bun:test';
import { readShownPrice } from './shown-price.ts';

test.each([
  ['$129.00', 129],
  ['$1,890', 1890],
  ['$8.90', 8.9],
  ['1.890,00 €', 1890],
  ['1 890,50 €', 1890.5],
  ['129,9 €', 129.9],
  ['1.890 €', 1890],
  ['1.234.567 €', 1_234_567],
  ["from CHF 1'890.-", 1890],
  ['2 for $30', 30],
  ['$14 a bag of 250 g', 14],
  ['12 x 49 kr', 49],
  ['19', 19],
])('%s is %p', (text, amount) => {
  expect(readShownPrice(text)).toBe(amount);
});

test('a text without digits has no amount', () => {
  expect(readShownPrice('Ask us')).toBeUndefined();
  expect(readShownPrice(undefined)).toBeUndefined();
});
