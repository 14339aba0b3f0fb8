import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { ANY_REQUEST, mergedLists } from '../../src/core/exchange/request-rows.ts';
import type { Host } from '../../src/host/host.ts';
import { idDigest, writeSamples } from '../../src/ledger/samples/request-samples.ts';
import { sampledRequests } from '../../src/ledger/samples/sampled-outcomes.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { requestsOf } from '../../src/parts/portal/requests.ts';
import { openLedger } from '../ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const MINUTE_MS = Date.UTC(2026, 10, 15, 9, 30);

type Auction = { readonly publisher: string; readonly code: number; readonly domain: string };

function sampleOf({ publisher, code, domain }: Auction, lot: number) {
  const bids = [{ partner: 'acme', seat: 's', adomain: [domain], usdMicros: 2_000_000, code }];
  const request = { site: { publisher: { id: publisher } } };
  const reasons = code === 0 ? [] : ['below-floor'];
  return {
    lot,
    minuteMs: MINUTE_MS + lot * 60_000,
    weightThousandths: 3000,
    text: JSON.stringify({ request, bids, reasons }),
    foundBy: {
      publisher,
      requestDigest: idDigest(lot, `request-${lot}`),
      bidRequestDigest: idDigest(lot, 'the-same-for-all'),
    },
  };
}

const AUCTIONS: readonly Auction[] = [
  { publisher: 'pub-a', code: 100, domain: 'Shoes.example' },
  { publisher: 'pub-a', code: 0, domain: 'tents.example' },
  { publisher: 'pub-b', code: 0, domain: 'shoes.example' },
];

async function sourcesWithSamples(): Promise<Host> {
  const database = await openLedger({
    kind: 'sqlite',
    file: join(temporaryFolder(), 'ledger.db'),
  });
  const samples = AUCTIONS.map(sampleOf);
  await database.transaction((query) => writeSamples(query, samples));
  return {
    database: () => database,
    ledger: { database: () => database, report: async () => ({ rows: [] }) },
    pool: {
      ask: async () => [{ ...mergedLists([], ANY_REQUEST), sinceMs: MINUTE_MS + 3_600_000 }],
    },
    work: () => ({ setup: { config: { ledger: { sampleDays: 7 } } } }),
    nowMs: () => MINUTE_MS + 7_200_000,
  } as unknown as Host;
}

test('samples are found by what a request came to, and the minute of its time', async () => {
  const sources = await sourcesWithSamples();
  const minutes = async (question: Partial<typeof ANY_REQUEST>) => {
    const found = await sampledRequests(sources.database(), 7, { ...ANY_REQUEST, ...question });
    expect(found).toMatchObject({ days: 7, oneIn: 3, firstMs: MINUTE_MS });
    return found.rows.map(({ minuteMs }) => (minuteMs - MINUTE_MS) / 60_000);
  };
  expect(await minutes({})).toEqual([2, 1, 0]);
  expect(await minutes({ find: 'request-1' })).toEqual([1]);
  expect(await minutes({ outcome: 'bid' })).toEqual([2, 1]);
  expect(await minutes({ outcome: 'no-bid' })).toEqual([0]);
  expect(await minutes({ outcome: 'below-floor' })).toEqual([0]);
  expect(await minutes({ advertiser: 'shoes.example' })).toEqual([2, 0]);
  expect(await minutes({ publisher: 'pub-b' })).toEqual([2]);
  expect(await minutes({ partner: 'other' })).toEqual([]);
  expect(await minutes({ campaign: 'c' })).toEqual([]);
  // Within the minute, of which nothing finer is kept.
  const at = (seconds: number) => new Date(MINUTE_MS + seconds * 1000).toISOString();
  expect(await minutes({ from: at(80), to: at(90) })).toEqual([1]);
});

test('a publisher finds its own samples, without who bid and at which price', async () => {
  const sources = await sourcesWithSamples();
  const any = { outcome: undefined, page: 1, find: 'the-same-for-all', from: '', to: '' };
  for (const [publisher, words] of [
    ['pub-a', ['An ad was sold.', expect.stringContaining('below the floor')]],
    ['pub-b', ['An ad was sold.']],
    ['pub-c', []],
  ] as const) {
    const found = await requestsOf(sources, publisher, any);
    if (found instanceof Refusal) throw new Error(found.details.reason);
    expect(found.rows.map((row) => row.words)).toEqual([...words]);
    expect(JSON.stringify(found)).not.toMatch(/acme|example|cpm/i);
  }
  const unasked = await requestsOf(sources, 'pub-a', { ...any, find: '' });
  expect(unasked).toMatchObject({ samples: null, rows: [] });
});
