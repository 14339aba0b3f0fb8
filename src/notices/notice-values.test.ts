import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readLossCode, readPriceMicros } from './receive.ts';

describe('the price of a notice', () => {
  const SOLD = 2_500_000;
  test.each([
    ['1.25', 1_250_000],
    ['2.5', SOLD],
    ['0.000001', 1],
    ['0001', 1_000_000],
  ])('%p of 2.5 USD is %p micros', (text, micros) => {
    expect(readPriceMicros(text, SOLD)).toBe(micros);
  });

  test.each([
    ...['2.500001', '1000000', '0.0000001', '0', '-1', '', '${AUCTION_PRICE}', 'NaN', 'Infinity'],
    ...['%24%7BAUCTION_PRICE%7D', '0x1', '1e-3', '1,5', '+1', ' 1', '1 ', '.5', '1.', '１'],
    ...[`0.${'0'.repeat(20)}1`, '9'.repeat(400)],
  ])('%p is no price up to the one sold, which counts instead', (text) => {
    expect(readPriceMicros(text, SOLD)).toBe(SOLD);
  });

  test('is never zero, and never above the price of the sale', () => {
    const text = fc.oneof(fc.string(), fc.double().map(String), fc.nat().map(String));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 10 ** 12 }), (price, soldMicros) => {
        const micros = readPriceMicros(price, soldMicros);
        expect(Number.isInteger(micros) && micros >= 1 && micros <= soldMicros).toBe(true);
      }),
    );
  });

  test('is read in the currency of the response, and is in USD at the rate of the sale (ruling 55)', () => {
    // Sold for 2.5 USD, which the response named as 2 EUR.
    const inEuros = (text: string) => readPriceMicros(text, SOLD, 2_000_000);
    expect(['1', '2', '2.1', '0.000001', '0', 'x'].map(inEuros)).toEqual([
      1_250_000,
      SOLD,
      SOLD,
      1,
      SOLD,
      SOLD,
    ]);
    // Sold for 2.5 USD, which the response named as 400 JPY.
    expect(readPriceMicros('2.5', SOLD, 400_000_000)).toBe(15_625);
    expect(readPriceMicros('0.000001', SOLD, 400_000_000)).toBe(1);
  });
});

describe('the reason of a loss', () => {
  test('is a code of OpenRTB or a vendor, or unknown', () => {
    expect(['1', '102', '999'].map(readLossCode)).toEqual([1, 102, 999]);
    for (const text of [null, '', '0', '-1', '1000', '1.5', '0x1', '${AUCTION_LOSS}', '01']) {
      expect(readLossCode(text)).toBeUndefined();
    }
  });
});
