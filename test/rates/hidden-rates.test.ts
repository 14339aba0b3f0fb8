import { expect, test } from 'bun:test';
import { createChance } from '../chance.ts';
import { sellHiddenRates } from './hidden-rates.ts';

test('rates that are learned earn nearly what one earns who knows them, and far more than one rate for all', async () => {
  const { learned, fixed, knowing } = await sellHiddenRates({
    campaigns: 50,
    impressions: 10_000,
    lastImpressions: 2000,
    chance: createChance(6),
  });
  expect(learned.last / knowing.last).toBeGreaterThan(0.9);
  expect(learned.all / knowing.all).toBeGreaterThan(0.8);
  expect(fixed.all).toBeLessThan(0.8 * learned.all);
});
