import fc from 'fast-check';
import type { FactEntry, JournalEntry, StoredCalls } from '../../src/ledger/entry.ts';
import { DIMENSION_NAMES, type Dimensions, NO_DIMENSIONS } from '../../src/sale/dimensions.ts';
import {
  FACT_KINDS,
  type Fact,
  type FactKind,
  PER_IMPRESSION,
  type Sale,
} from '../../src/sale/fact.ts';

export const AT_MS = Date.UTC(2026, 10, 3, 9, 30, 15);

export const DIMENSIONS: Dimensions = {
  ...NO_DIMENSIONS,
  publisher: 'pub-1',
  country: 'DEU',
  format: 'native_product_card',
  intent: 'purchase',
  funnel: 'decision',
  sentiment: 'positive',
  turn: '2-3',
};

type Changes = {
  readonly auctionId?: string;
  readonly kind?: FactKind;
  readonly isTest?: boolean;
  readonly atMs?: number;
  readonly lossCode?: number;
  readonly campaign?: string;
  readonly soldMs?: number;
};

export function aFact({ auctionId = 'a-1', kind = 'impression', ...rest }: Changes = {}): Fact {
  const { isTest = false, atMs = AT_MS, lossCode } = rest;
  const { campaign = 'shoes', soldMs = AT_MS - 15_000 } = rest;
  return {
    kind,
    atMs,
    sale: {
      auctionId,
      impId: '1',
      soldMs,
      partner: 'acme',
      seat: 'seat-1',
      campaign,
      creative: 'cr-1',
      priceMicros: 2_500_000,
      shareBasisPoints: 7000,
      charge: { per: 'impression' },
      billsOn: 'impression',
      isTest,
      machine: 7,
      dimensions: DIMENSIONS,
    },
    priceMicros: 2_100_000,
    ...(lossCode === undefined ? {} : { lossCode }),
  };
}

export const factEntry = (fact: Fact): FactEntry => ({ kind: 'fact', fact });

export function someCalls(auctionId: string, urls: StoredCalls['urls']): JournalEntry {
  const calls = { auctionId, impId: '1', partner: 'acme', untilMs: AT_MS + 86_400_000, urls };
  return { kind: 'calls', calls };
}

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
export const anyFact: fc.Arbitrary<Fact> = fc
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
      machine: 0,
    },
    ...(kind === 'loss' ? { lossCode } : {}),
  }));

export const anyEntry: fc.Arbitrary<JournalEntry> = fc.oneof(
  anyFact.map(factEntry),
  fc
    .record({ auction: fc.integer({ min: 0, max: 30 }), url: fc.webUrl() })
    .map(({ auction, url }) => someCalls(`auction-${auction}`, { win: [url] })),
  fc.record({ dimensions, count: fc.integer({ min: 1, max: 9 }) }).map(({ dimensions, count }) => ({
    kind: 'tally' as const,
    tally: {
      minuteMs: AT_MS - (AT_MS % 60_000),
      cells: [
        { measure: 'requests' as const, count, dimensions, partner: '', campaign: '', reason: '' },
      ],
    },
  })),
);
