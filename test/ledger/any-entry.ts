/** Journal entries for property tests. Apart from `samples.ts`, since fast-check takes most of a second to load. */
import fc from 'fast-check';
import { DIMENSION_NAMES, type Dimensions } from '../../src/core/sale/dimensions.ts';
import { FACT_KINDS, type Fact, PER_IMPRESSION, type Sale } from '../../src/core/sale/fact.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import { AT_MS, DIMENSIONS, factEntry } from './samples.ts';

const text = fc.oneof(
  fc.constantFrom('a', 'b', ''),
  fc.string({ maxLength: 8 }),
  fc.string({ maxLength: 8, unit: 'binary' }),
  // What no database takes as it is, and what no index does.
  fc.constantFrom('a\0b', '\ud800', 'ü'.repeat(400)),
);

const few = fc.constantFrom('', 'a', 'b');
const dimensions: fc.Arbitrary<Dimensions> = fc.record(
  Object.fromEntries(
    DIMENSION_NAMES.map((name, place) => [name, place % 3 === 0 ? text : few]),
  ) as Record<keyof Dimensions, fc.Arbitrary<string>>,
);

/** What all facts of a sale have in common, where a charge follows from several of them. */
const OF_ONE_SALE: Pick<
  Sale,
  'campaign' | 'partner' | 'charge' | 'dimensions' | 'billsOn' | 'isTest'
> = {
  campaign: 'shoes',
  partner: 'house',
  charge: { per: 'click', micros: 250_000 },
  dimensions: DIMENSIONS,
  billsOn: 'bill',
  isTest: false,
};

/** Few auctions, so that many of the facts are the same. */
const anyFact: fc.Arbitrary<Fact> = fc
  .record({
    kind: fc.constantFrom(...FACT_KINDS),
    atMs: fc.integer({ min: AT_MS, max: AT_MS + 180_000 }),
    auction: fc.integer({ min: 0, max: 30 }),
    impId: fc.constantFrom('1', '2', 'ï\0'),
    campaign: text,
    partner: fc.constantFrom('acme', 'house'),
    priceMicros: fc.integer({ min: 1, max: 1_000_000_000 }),
    shareBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    billsOn: fc.constantFrom('bill' as const, 'impression' as const),
    isTest: fc.boolean(),
    dimensions,
    lossCode: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ kind, atMs, auction, lossCode, priceMicros, ...sale }) => ({
    kind,
    atMs,
    priceMicros,
    sale: {
      ...(auction % 3 === 0 ? { ...sale, ...OF_ONE_SALE } : { ...sale, charge: PER_IMPRESSION }),
      auctionId: `auction-${auction}`,
      soldMs: AT_MS,
      seat: '',
      creative: '',
      priceMicros,
      portion: 0,
    },
    ...(kind === 'loss' ? { lossCode } : {}),
  }));

export const anyEntry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc
    .tuple(anyFact, fc.array(fc.webUrl(), { maxLength: 2 }))
    .map(([fact, urls]) => factEntry(fact, urls)),
  fc.record({ dimensions, count: fc.integer({ min: 1, max: 9 }) }).map(({ dimensions, count }) => ({
    kind: 'tally' as const,
    tally: {
      minuteMs: AT_MS - (AT_MS % 60_000),
      cells: [
        {
          measure: 'requests' as const,
          count,
          dimensions,
          partner: '',
          campaign: '',
          creative: '',
          reason: '',
        },
      ],
    },
  })),
);
