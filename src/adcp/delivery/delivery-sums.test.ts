import { expect, test } from 'bun:test';
import { metricsOf, NOTHING_DELIVERED, usdNumber } from './delivery-sums.ts';

const spent = (spendNanos: bigint) => ({
  ...NOTHING_DELIVERED,
  impressions: 4,
  clicks: 1,
  spendNanos,
});

test('JSON has the spend to the billionth', () => {
  for (const [nanos, text] of [
    [1n, '1e-9'],
    [123_456_789n, '0.123456789'],
    [999_999_999_999_999n, '999999.999999999'],
    [20_000_001n, '0.020000001'],
    [5_000_000_000n, '5'],
  ] as const) {
    expect(JSON.stringify(usdNumber(nanos))).toBe(text);
    expect(metricsOf(spent(nanos), [])).toEqual({ impressions: 4, spend: usdNumber(nanos) });
  }
});

test('a spend that a number does not hold exactly is there as text too', () => {
  const nanos = 90_071_992_547_409_931n;
  expect(metricsOf(spent(nanos), [])).toMatchObject({ ext: { spend_usd: '90071992.547409931' } });
});
