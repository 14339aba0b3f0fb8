import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readLossCode, readPriceMicros } from './receive.ts';

test('the price of a notice is never zero, and never above the price of the sale, in any currency', () => {
  const text = fc.oneof(fc.string(), fc.double().map(String), fc.nat().map(String));
  const price = fc.integer({ min: 1, max: 10 ** 12 });
  fc.assert(
    fc.property(text, price, price, (told, soldMicros, responseMicros) => {
      const micros = readPriceMicros(told, soldMicros, responseMicros);
      expect(Number.isInteger(micros) && micros >= 1 && micros <= soldMicros).toBe(true);
    }),
  );
});

test('the reason of a loss is a code of OpenRTB or a vendor, or unknown', () => {
  expect(['1', '102', '999'].map(readLossCode)).toEqual([1, 102, 999]);
  for (const text of [null, '', '0', '-1', '1000', '1.5', '0x1', '${AUCTION_LOSS}', '01']) {
    expect(readLossCode(text)).toBeUndefined();
  }
});
