import { expect, test } from 'bun:test';
import type { AuctionResult } from '../auction/auction-result.ts';
import { NO_RULES } from '../auction/rules.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { withSamples } from './test-mode.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
const RATES = new Map([['EUR', 2]]);

/** The price in USD of the sample for an impression with these fields. */
function priceWith(imp: object, floorMicros = 0): number | undefined {
  const request = validate({ id: 'r', test: 1, imp: [{ id: '1', native: NATIVE, ...imp }] });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const result = { wins: [], inventory: {} } as unknown as AuctionResult; // Only these are read.
  const rules = { ...NO_RULES, floorMicros };
  const [win] = withSamples(result, request, { rules, rates: RATES });
  expect(win?.clearingMicros).toBe(win?.candidate.priceMicros as number);
  return (win?.clearingMicros ?? 0) / 1e6;
}

test('a sample costs one USD per thousand, or the higher floor of request and publisher', () => {
  expect(priceWith({})).toBe(1);
  expect(priceWith({ bidfloor: 0.5 })).toBe(1);
  expect(priceWith({ bidfloor: 3 })).toBe(3);
  expect(priceWith({ bidfloor: 3 }, 4_000_000)).toBe(4);
  expect(priceWith({ bidfloor: 3, bidfloorcur: 'EUR' })).toBe(6);
});

test('a floor in a currency without a rate is taken as USD, so that the sample is there', () => {
  expect(priceWith({ bidfloor: 3, bidfloorcur: 'SEK' })).toBe(3);
});
