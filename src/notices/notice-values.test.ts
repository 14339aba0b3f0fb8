import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readLossCode, readPriceMicros } from './receive.ts';

describe('the price of a notice', () => {
  const SOLD = 2_500_000;
  const prices: Readonly<Record<string, number>> = {
    '1.25': 1_250_000,
    '2.5': SOLD,
    '2.500001': SOLD,
    '1000000': SOLD,
    '0.000001': 1,
    '0001': 1_000_000,
    '0.0000001': SOLD,
    '0': SOLD,
    '-1': SOLD,
    '': SOLD,
    '${AUCTION_PRICE}': SOLD,
    '%24%7BAUCTION_PRICE%7D': SOLD,
    NaN: SOLD,
    Infinity: SOLD,
    '0x1': SOLD,
    '1e-3': SOLD,
    '1,5': SOLD,
    '+1': SOLD,
    ' 1': SOLD,
    '1 ': SOLD,
    '.5': SOLD,
    '1.': SOLD,
    '１': SOLD,
    [`0.${'0'.repeat(20)}1`]: SOLD,
    ['9'.repeat(400)]: SOLD,
  };
  for (const [text, micros] of Object.entries(prices)) {
    test(`${JSON.stringify(text.slice(0, 30))} of 2.5 USD is ${micros} micros`, () => {
      expect(readPriceMicros(text, SOLD)).toBe(micros);
    });
  }

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
