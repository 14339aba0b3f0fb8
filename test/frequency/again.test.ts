import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bidOn } from '../auction/partners.ts';
import { type Market, startMarket } from '../auction/setup.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket([
    (request) => bidOn(request, { adomain: ['shop.brand.example'], price: 3 }),
    (request) => bidOn(request, { adomain: ['other.example'], price: 2 }),
    (request) => bidOn(request, { adomain: [], price: 1 }),
  ]);
});
afterAll(() => market.stop());

async function winnerWith(shown: readonly object[]) {
  const response = await market.ask({ ext: { parley: { shown } } });
  const { imps } = await market.explain(response.headers.get('x-request-id') ?? '');
  return { partner: imps[0]?.winner?.partner, fates: imps[0]?.bids.map(({ fate }) => fate) ?? [] };
}

test('an advertiser that is not to be shown again is in no answer, and no partner is told of it (ruling 76)', async () => {
  const brand = { domain: 'www.Brand.example' };
  expect((await winnerWith([brand])).partner).toBe('dsp-0');
  expect((await winnerWith([{ ...brand, again: true }])).partner).toBe('dsp-0');
  const { partner, fates } = await winnerWith([{ ...brand, again: false }]);
  expect(partner).toBe('dsp-1');
  expect(fates).toContain('the conversation has just seen an ad of shop.brand.example');
  const both = [
    { ...brand, again: false },
    { domain: 'other.example', again: false },
  ];
  expect((await winnerWith(both)).partner).toBe('dsp-2');
  for (const { received } of market.dsps) {
    expect(JSON.stringify(received.map(({ body }) => body))).not.toContain('rand.example');
  }
});
