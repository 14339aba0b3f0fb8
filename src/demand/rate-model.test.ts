import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRateBook } from './rate-book.ts';
import {
  type CountedCell,
  EXPLORED_MAX,
  EXPLORED_MIN,
  explore,
  learnRates,
  packRates,
  priorEstimates,
  spreadOf,
} from './rate-model.ts';

const cellOf = (fields: Partial<CountedCell>): CountedCell => ({
  partner: 'own',
  seat: 'acme',
  campaign: 'boots',
  creative: 'main',
  publisher: 'chat',
  format: '',
  impressions: 0,
  clicks: 0,
  conversions: 0,
  ...fields,
});

const noSearch = () => undefined;

describe('rates', () => {
  test('are shrunk from cell to campaign, advertiser, exchange and prior, as the documents say', () => {
    const learned = learnRates([cellOf({ impressions: 1000, clicks: 30 })], noSearch);
    const [exchange, advertiser, campaign] = learned.map(({ whole }) => whole.click.rate);
    expect(exchange).toBeCloseTo((30 + 2000 * 0.01) / 3000, 12);
    expect(advertiser).toBeCloseTo((30 + 500 * (50 / 3000)) / 1500, 12);
    expect(campaign).toBeCloseTo((30 + 150 * (advertiser ?? 0)) / 1150, 12);
    const cell = learned[2]?.cells[0]?.estimates.click.rate;
    expect(cell).toBeCloseTo((30 + 2000 * (campaign ?? 0)) / 3000, 12);
    expect([exchange, advertiser, campaign, cell].map((rate) => rate?.toFixed(5))).toEqual([
      '0.01667',
      '0.02556',
      '0.02942',
      '0.02961',
    ]);
  });

  test('of what is shown most count for what is new as 1000 impressions, or 10,000 for conversions', () => {
    const cells = [cellOf({ impressions: 100_000, clicks: 5000, conversions: 500 })];
    const [exchange, advertiser, campaign] = learnRates(cells, noSearch);
    expect(exchange?.whole.click.rate).toBeCloseTo((50 + 2000 * 0.01) / 3000, 12);
    expect(exchange?.whole.conversion.rate).toBeCloseTo((50 + 20_000 * 0.0005) / 30_000, 12);
    expect(advertiser?.whole.click.rate).toBeCloseTo((50 + 500 * (70 / 3000)) / 1500, 12);
    expect(campaign?.whole.click.rate).toBeCloseTo(0.05, 4);
  });

  test('of a campaign that was never shown are its advertiser’s, or the exchange’s', () => {
    const book = createRateBook();
    expect(book.campaign('own', 'new', 'acme').whole.click.rate).toBe(0.01);
    const cells = [
      cellOf({ impressions: 1000, clicks: 30 }),
      cellOf({ seat: 'other', campaign: 'tents', impressions: 1000, clicks: 1 }),
    ];
    for (const one of learnRates(cells, noSearch)) book.set(one, packRates(one));
    const rateOf = (seat: string) => book.campaign('own', 'new', seat).whole.click.rate;
    expect(rateOf('acme')).toBeCloseTo((30 + 500 * (51 / 4000)) / 1500, 4);
    expect(rateOf('nobody')).toBeCloseTo(51 / 4000, 4);
    expect(rateOf('other')).toBeLessThan(rateOf('nobody'));
  });
});

test('the more was seen, the more certain a rate is; a prior is taken as it is', () => {
  const seenWith = (impressions: number) =>
    learnRates([cellOf({ impressions, clicks: impressions / 100 })], noSearch)[2]?.whole.click
      .seen ?? 0;
  expect(seenWith(100_000)).toBeGreaterThan(20 * seenWith(1000));
  expect(spreadOf(priorEstimates().click.seen)).toBe(0);
});

test('exploration stays between half and three times what is expected, and below one', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const seen = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(unit, seen, unit, (rate, many, draw) => {
      const explored = explore(rate, spreadOf(many), draw);
      expect(explored).toBeLessThanOrEqual(Math.min(1, rate * EXPLORED_MAX));
      expect(explored).toBeGreaterThanOrEqual(rate * EXPLORED_MIN);
      expect(explored).toBeLessThanOrEqual(explore(rate, spreadOf(many), 1));
    }),
  );
  expect(explore(0.01, spreadOf(0), 0.5)).toBe(0.01);
  expect(explore(0.01, spreadOf(12), 0.5)).toBe(0.01);
  expect(explore(0.01, spreadOf(12), 1)).toBeCloseTo(0.015, 12);
  expect(explore(0.01, spreadOf(12), 0)).toBeCloseTo(0.005, 12);
});
