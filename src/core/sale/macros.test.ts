import { describe, expect, test } from 'bun:test';
import { fillMarkup, fillUrl, macroTexts } from './macros.ts';

const TEXTS = macroTexts({
  AUCTION_ID: 'a b&c',
  AUCTION_PRICE: '2.5',
  AUCTION_SEAT_ID: 'x\ud800y',
});
const ANY_LENGTH = Number.POSITIVE_INFINITY;

/** Of 300 characters. */
const LONG = { AUCTION_ID: 'x'.repeat(300) };

describe('in a URL', () => {
  const filled = (url: string) => fillUrl(url, TEXTS, ANY_LENGTH, ['AUCTION_PRICE']);

  test('a known macro is filled with its value, percent-encoded', () => {
    expect(fillUrl('/?id=${AUCTION_ID}&p=${AUCTION_PRICE:B64}&x', TEXTS, ANY_LENGTH)).toBe(
      '/?id=a%20b%26c&p=2.5&x',
    );
  });

  test('a macro without a value becomes empty; a kept one and an unknown one stay', () => {
    expect(filled('${AUCTION_LOSS}|${AUCTION_PRICE:B64}|${AUCTION_OTHER}')).toBe(
      '|${AUCTION_PRICE:B64}|${AUCTION_OTHER}',
    );
  });

  test('macros are filled until the URL is too long (ruling 72)', () => {
    expect(fillUrl('${AUCTION_ID}'.repeat(5), LONG, 1500)).toHaveLength(1500);
    expect(fillUrl('${AUCTION_ID}'.repeat(6), LONG, 1500)).toBeUndefined();
  });
});

describe('in markup', () => {
  test('a known macro is filled, a kept one and an unknown one stay', () => {
    expect(fillMarkup('${AUCTION_ID}|${AUCTION_PRICE}|${AUCTION_OTHER}', TEXTS)).toBe(
      'a%20b%26c|${AUCTION_PRICE}|${AUCTION_OTHER}',
    );
  });

  test('values have 100,000 characters in all, since one can be much longer than its macro; further macros become empty (ruling 72)', () => {
    const filled = fillMarkup('${AUCTION_ID}${AUCTION_PRICE}'.repeat(500), LONG);
    expect(filled.split('x')).toHaveLength(333 * 300 + 1);
    expect(filled.split('${AUCTION_PRICE}')).toHaveLength(501);
  });
});
