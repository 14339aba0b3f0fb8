import { expect, test } from 'bun:test';
import { decimalText, dividedHalfUp, readDecimal } from './money.ts';

test.each([
  [1_500_000_000n, 9, 2, '1.50'],
  [1_500_000_001n, 9, 2, '1.500000001'],
  [-5n, 9, 2, '-0.000000005'],
  [0n, 9, 2, '0.00'],
  [1234n, 2, 2, '12.34'],
  [-7n, 0, 0, '-7'],
  [10n ** 30n, 0, 0, `1${'0'.repeat(30)}`],
])('%p with %p decimals, at least %p of them, is %p', (value, decimals, min, text) => {
  expect(decimalText(value, decimals, min)).toBe(text);
});

test('a decimal number is read with all of its digits, and nothing else is one', () => {
  expect(readDecimal('1.080')).toEqual({ value: 1080n, decimals: 3 });
  expect(readDecimal('-0.5')).toEqual({ value: -5n, decimals: 1 });
  expect(readDecimal('12')).toEqual({ value: 12n, decimals: 0 });
  for (const text of ['', '1.', '.5', '1e3', '+1', '--1', ' 1', '1,5', '9'.repeat(31)]) {
    expect(readDecimal(text)).toBeUndefined();
  }
});

test('a half is rounded away from zero, and less than a half towards it', () => {
  expect([5n, 4n, -5n, -4n, 15n].map((value) => dividedHalfUp(value, 10n))).toEqual([
    1n,
    0n,
    -1n,
    0n,
    2n,
  ]);
});
