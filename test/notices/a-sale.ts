import fc from 'fast-check';
import {
  DIMENSION_TOKENS,
  type Dimensions,
  NO_DIMENSIONS,
} from '../../src/core/sale/dimensions.ts';
import type { Charge, Sale } from '../../src/core/sale/fact.ts';
import { createNoticeKeys } from '../../src/core/sale/keys.ts';
import { SHORTENED_BYTES_MAX, shortened } from '../../src/lib/shortened.ts';

export const SECRET = 'a-secret-of-thirty-two-characters';
export const KEYS = createNoticeKeys([SECRET]);

/** 2026-11-15, 12:00 UTC. */
export const NOON_MS = Date.UTC(2026, 10, 15, 12);

export const SALE: Sale = {
  auctionId: '3f1c9c2e-8f0a-4c59-9d0e-0a1b2c3d4e5f',
  impId: 'imp-1',
  soldMs: NOON_MS,
  partner: 'acme',
  seat: 'seat-7',
  campaign: 'c-42',
  creative: 'cr-9',
  priceMicros: 2_500_000,
  shareBasisPoints: 7000,
  charge: { per: 'impression' },
  billsOn: 'bill',
  isTest: false,
  portion: 3,
  dimensions: {
    ...NO_DIMENSIONS,
    publisher: 'pub-1',
    country: 'DEU',
    format: 'native_mention',
    intent: 'comparison',
    funnel: 'consideration',
    sentiment: 'neutral',
    turn: '4-7',
  },
};

const id = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 90 }));
const shortId = id.map(shortened);

const text = (bytesMax: number) =>
  bytesMax < SHORTENED_BYTES_MAX ? fc.stringMatching(/^[A-Z]*$/, { maxLength: bytesMax }) : shortId;

/** Any values that requests and ads have. */
const anyDimensions: fc.Arbitrary<Dimensions> = fc.record(
  Object.fromEntries(
    DIMENSION_TOKENS.map(([name, { values, textBytesMax = 0 }]) => [
      name,
      values === undefined ? text(textBytesMax) : fc.constantFrom(...values),
    ]),
  ) as Record<keyof Dimensions, fc.Arbitrary<string>>,
);

const anyCharge: fc.Arbitrary<Charge> = fc.oneof(
  fc.constant({ per: 'impression' as const }),
  fc.record({ per: fc.constantFrom('click' as const, 'conversion' as const), micros: fc.nat() }),
);

/** Any sale as the seller makes them: ids shortened, in whole seconds. */
export const anySale: fc.Arbitrary<Sale> = fc.record({
  auctionId: fc.uuid(),
  impId: shortId,
  soldMs: fc.nat({ max: 2 ** 32 - 1 }).map((seconds) => seconds * 1000),
  partner: shortId,
  seat: shortId,
  campaign: shortId,
  creative: shortId,
  priceMicros: fc.oneof(
    fc.integer({ min: 1, max: 100_000_000 }),
    fc.maxSafeInteger().map((price) => Math.abs(price) || 1),
  ),
  shareBasisPoints: fc.oneof(fc.constant(10_000), fc.nat({ max: 10_000 })),
  charge: anyCharge,
  billsOn: fc.constantFrom('bill' as const, 'impression' as const, 'win' as const),
  isTest: fc.boolean(),
  portion: fc.oneof(fc.constant(0), fc.maxSafeNat()),
  dimensions: anyDimensions,
});
