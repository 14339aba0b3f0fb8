import { expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import type { Win } from '../auction/pick-winner.ts';
import { packRates } from '../demand/packed-rates.ts';
import type { PartnerBid } from '../demand/partner.ts';
import { createRateBook } from '../demand/rate-book.ts';
import { type Estimates, PRIOR_RATE } from '../demand/rate-model.ts';
import { expectedCostOf } from './expected-cost.ts';

const estimatesOf = (click: number, conversion: number): Estimates => ({
  click: { rate: click, seen: 1000 },
  conversion: { rate: conversion, seen: 1000 },
});

function winOf(charge: PartnerBid['charge'], crid = 'main'): Win {
  const bid = { crid, ...(charge && { charge }) };
  // Of a win, this is all that the cost depends on.
  return { candidate: { bid, format: undefined }, clearingMicros: 3_000_000 } as Win;
}

const CLICK = { per: 'click', micros: 500_000 } as const;
const CONVERSION = { per: 'conversion', micros: 20_000_000 } as const;

const trialOf = (rates: ReturnType<typeof createRateBook>) => ({
  partner: 'own',
  campaign: campaignOf({ id: 'new' }),
  imageBaseUrl: '',
  isFiller: () => false,
  rates,
});

test('an impression costs a thousandth of the price that the auction made', () => {
  const costOf = expectedCostOf(trialOf(createRateBook()));
  expect(costOf(winOf(undefined), 'pub-1')).toBe(3000);
  expect(costOf(winOf({ per: 'impression' }), 'pub-1')).toBe(3000);
});

test('what is paid for clicks or conversions costs their price as often as they come, whatever the auction made of it', () => {
  const costOf = expectedCostOf(trialOf(createRateBook()));
  expect(costOf(winOf(CLICK), 'pub-1')).toBeCloseTo(500_000 * PRIOR_RATE.click, 3);
  expect(costOf(winOf(CONVERSION), 'pub-1')).toBeCloseTo(20_000_000 * PRIOR_RATE.conversion, 3);
});

test('where its ads were shown, they cost by the rate that they had there', () => {
  const rates = createRateBook();
  const whole = estimatesOf(0.02, 0.001);
  const cell = { creative: 'main', publisher: 'pub-1', format: '' };
  const cells = [{ ...cell, estimates: estimatesOf(0.05, 0.004) }];
  const ceilings = { click: 0.1, conversion: 0.1 };
  rates.set({ partner: 'own', name: 'new' }, packRates({ whole, ceilings, cells }));
  const costOf = expectedCostOf(trialOf(rates));
  expect(costOf(winOf(CLICK), 'pub-1')).toBeCloseTo(25_000, 3);
  expect(costOf(winOf(CONVERSION), 'pub-1')).toBeCloseTo(80_000, 3);
  expect(costOf(winOf(CLICK), 'pub-2')).toBeCloseTo(10_000, 3);
  expect(costOf(winOf(CLICK, 'other'), 'pub-1')).toBeCloseTo(10_000, 3);
});
