import { expect, test } from 'bun:test';
import { fillMacros } from './macros.ts';

const VALUES = () => ({ AUCTION_ID: 'a b&c', AUCTION_PRICE: '2.5', AUCTION_SEAT_ID: 'x\ud800y' });

test('a known macro is filled with its value, percent-encoded', () => {
  expect(fillMacros('/?id=${AUCTION_ID}&p=${AUCTION_PRICE:B64}', VALUES)).toBe(
    '/?id=a%20b%26c&p=2.5',
  );
});

test('a macro without a value becomes empty; a kept one and an unknown one stay', () => {
  const text = '${AUCTION_LOSS}|${AUCTION_PRICE}|${AUCTION_OTHER}';
  expect(fillMacros(text, VALUES, 'AUCTION_PRICE')).toBe('|${AUCTION_PRICE}|${AUCTION_OTHER}');
});

test('a lone surrogate becomes the replacement character', () => {
  expect(fillMacros('${AUCTION_SEAT_ID}', VALUES)).toBe('x%EF%BF%BDy');
});

test('a text gets so many values and no more, since a value can be much longer than its macro (ruling 72)', () => {
  const text = '${AUCTION_ID}${AUCTION_PRICE}'.repeat(300);
  const filled = fillMacros(text, () => ({ AUCTION_ID: 'x'.repeat(500) }), 'AUCTION_PRICE');
  expect(filled.split('x')).toHaveLength(200 * 500 + 1);
  expect(filled.split('${AUCTION_PRICE}')).toHaveLength(301);
});
