import { expect, test } from 'bun:test';
import { metricsOf, NOTHING_DELIVERED } from './delivery-sums.ts';

test('a spend that a number does not hold exactly is there as text too', () => {
  const spent = { ...NOTHING_DELIVERED, spendNanos: 90_071_992_547_409_931n };
  expect(metricsOf(spent, [])).toMatchObject({ ext: { spend_usd: '90071992.547409931' } });
});
