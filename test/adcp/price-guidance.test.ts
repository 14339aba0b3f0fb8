import { afterAll, expect, test } from 'bun:test';
import type { Fact } from '../../src/core/sale/fact.ts';
import type { Config } from '../../src/host/config/config.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { aFact } from '../ledger/samples.ts';
import { cleanUp } from '../process.ts';
import { ACME, sellerInProcess } from './seller-in-process.ts';

afterAll(cleanUp);

const NOW_MS = Date.UTC(2027, 0, 4, 12);
const PRODUCTS: Config['adcp']['products'] = [
  { id: 'p', name: 'P', description: 'P', publishers: ['pub'], floors: { cpm: 1, cpc: 0.1 } },
];

type Paid = {
  readonly count: number;
  readonly advertiser: string;
  readonly usd: number;
  readonly atMs?: number;
  readonly publisher?: string;
  readonly per?: 'click';
  readonly isTest?: boolean;
};

const MICROS = 1_000_000;
let made = 0;

function* factsOf({ count, advertiser, usd, ...rest }: Paid): Generator<Fact> {
  const { atMs = NOW_MS - DAY_MS, publisher = 'pub', per, isTest = false } = rest;
  const micros = Math.round(usd * MICROS);
  for (let at = 0; at < count; at++) {
    const kind = per === 'click' ? 'click' : 'impression';
    const fact = aFact({ auctionId: `a-${made++}`, kind });
    const { sale } = fact;
    yield {
      ...fact,
      atMs: atMs + at,
      priceMicros: micros,
      sale: {
        ...sale,
        isTest,
        billsOn: 'impression',
        charge: per === 'click' ? { per, micros } : { per: 'impression' },
        dimensions: { ...sale.dimensions, publisher, advertiser },
      },
    };
  }
}

async function guidanceAfter(paid: readonly Paid[]) {
  const { call, database } = await sellerInProcess({
    startMs: NOW_MS,
    adcp: { products: PRODUCTS },
  });
  const facts = paid.flatMap((one) => [...factsOf(one)]);
  await database.transaction((query) => insertFacts(query, facts));
  const { body } = await call(ACME, 'get_products', { buying_mode: 'wholesale' });
  const [product] = body.products as [{ readonly pricing_options: readonly object[] }];
  return product.pricing_options.map(
    (option) => (option as { price_guidance?: object }).price_guidance,
  );
}

const THREE: readonly Paid[] = [
  { count: 400, advertiser: 'a.example', usd: 2 },
  { count: 300, advertiser: 'b.example', usd: 4.567 },
  { count: 300, advertiser: 'c.example', usd: 8 },
];

test('prices of a thousand sales to three buyers are told', async () => {
  expect(await guidanceAfter(THREE)).toEqual([{ p25: 2, p50: 4.56, p75: 8, p90: 8 }, undefined]);
});

test('clicks have a guidance of their own', async () => {
  const clicks = THREE.map((one) => ({ ...one, usd: one.usd / 10, per: 'click' as const }));
  expect(await guidanceAfter(clicks)).toEqual([
    undefined,
    { p25: 0.2, p50: 0.45, p75: 0.8, p90: 0.8 },
  ]);
});

test.each([
  ['999 sales', [...THREE.slice(1), { count: 399, advertiser: 'a.example', usd: 2 }]],
  [
    'two buyers',
    THREE.map((one) => ({ ...one, advertiser: one.usd > 3 ? 'b.example' : 'a.example' })),
  ],
  ['sales of another publisher', THREE.map((one) => ({ ...one, publisher: 'other' }))],
  ['sales of more than 30 days ago', THREE.map((one) => ({ ...one, atMs: NOW_MS - 31 * DAY_MS }))],
  ['sales of tests', THREE.map((one) => ({ ...one, isTest: true }))],
] as const)('nothing is told of %s', async (_, paid) => {
  expect(await guidanceAfter(paid)).toEqual([undefined, undefined]);
});
