import { expect, test } from 'bun:test';
import { minorText, readMinor, toMinor } from './amounts.ts';

test.each([
  // 1.005 USD is 1.005 USD exactly: half up.
  [1_005_000_000n, 'USD', '1', '1.01'],
  [1_004_999_999n, 'USD', '1', '1.00'],
  [1_080_000_000n, 'EUR', '1.08', '1.00'],
  [-1_080_000_000n, 'EUR', '1.08', '-1.00'],
  [1_000_000_000n, 'JPY', '0.0067', '149'],
  [1_000_000_000n, 'KWD', '3.25', '0.308'],
  [9_000_000_000_000_000_001n, 'EUR', '0.000001', '9000000000000000.00'],
])('%p billionths of a USD in %s at %s are %s', (nanos, currency, rate, text) => {
  expect(minorText(toMinor(nanos, currency, rate), currency)).toBe(text);
});

test('a rate of nothing is none', () => {
  for (const rate of ['0', '-1', 'x'])
    expect(() => toMinor(1n, 'EUR', rate)).toThrow('rate above 0');
});

test('an amount has no more decimals than its currency', () => {
  expect(readMinor('12.5', 'EUR')).toBe(1250n);
  expect(readMinor('-12', 'EUR')).toBe(-1200n);
  expect(readMinor('12.345', 'EUR')).toBeUndefined();
  expect(readMinor('12.5', 'JPY')).toBeUndefined();
  expect(readMinor('12.345', 'KWD')).toBe(12345n);
});
