import { type Dimensions, NO_DIMENSIONS } from '../../src/core/sale/dimensions.ts';
import type { Fact, FactKind } from '../../src/core/sale/fact.ts';
import type { FactEntry } from '../../src/ledger/journal-line.ts';

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
  readonly creative?: string;
  readonly soldMs?: number;
};

export function aFact({ auctionId = 'a-1', kind = 'impression', ...rest }: Changes = {}): Fact {
  const { isTest = false, atMs = AT_MS, lossCode } = rest;
  const { campaign = 'shoes', creative = 'cr-1', soldMs = AT_MS - 15_000 } = rest;
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
      creative,
      priceMicros: 2_500_000,
      shareBasisPoints: 7000,
      charge: { per: 'impression' },
      billsOn: 'impression',
      isTest,
      portion: 7,
      dimensions: DIMENSIONS,
    },
    priceMicros: 2_100_000,
    ...(lossCode === undefined ? {} : { lossCode }),
  };
}

/** `calls` are the partner's URLs that it carries. */
export const factEntry = (fact: Fact, calls: readonly string[] = []): FactEntry => ({
  kind: 'fact',
  fact,
  calls,
});
