import { afterAll, expect, test } from 'bun:test';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { DEFAULT_PARTNERS } from '../../src/host/config/default-partners.ts';
import { startTestServer } from '../server.ts';
import { fillerPartner } from './filler-file.ts';
import { TITLE_ONLY } from './test-support.ts';

const server = await startTestServer({
  partners: [...DEFAULT_PARTNERS.filter(({ name }) => name === 'house'), fillerPartner()],
  partnersFrom: 'defaults',
  publishers: [{ id: 'choosy', onlyRelevant: true }],
});
afterAll(() => server.stop(0));

/** The campaign that wins a request of this publisher, or why none does. */
async function winner(publisher: string, keywords: string, fields = {}, site = {}, more = {}) {
  const imp = { id: '1', native: { request: JSON.stringify(TITLE_ONLY) } };
  const response = await fetch(`${server.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: 'r1',
      imp: [{ ...imp, ...fields }],
      site: { publisher: { id: publisher }, keywords, ...site },
      ...more,
    }),
  });
  if (response.status === 204) return response.headers.get('x-nobid-reason');
  const { seatbid } = (await response.json()) as BidResponse;
  return seatbid[0]?.bid[0]?.cid;
}

test('a publisher that wants relevant ads only gets no filler, and others do', async () => {
  expect(await winner('usual', 'quantum physics')).toBe('filler');
  expect(await winner('choosy', 'quantum physics')).toBe('no-demand');
  expect(await winner('choosy', 'trail shoes')).toBe('ridgeline-trail');
});

test('so does a request that asks for relevant ads only, and none can ask for others', async () => {
  const ask = (onlyRelevant: boolean) => ({ ext: { parley: { onlyRelevant } } });
  expect(await winner('usual', 'quantum physics', {}, {}, ask(true))).toBe('no-demand');
  expect(await winner('usual', 'quantum physics', {}, {}, ask(false))).toBe('filler');
  expect(await winner('choosy', 'quantum physics', {}, {}, ask(false))).toBe('no-demand');
});

test('the price filter of the product search does not concern campaigns (ruling 45)', async () => {
  const upTo = (max_price: number) => ({ ext: { service_product_search: { max_price } } });
  expect(await winner('choosy', 'trail shoes', upTo(150))).toBe('ridgeline-trail');
  expect(await winner('choosy', 'trail shoes', upTo(1))).toBe('ridgeline-trail');
});

test('an ad is in the language of the conversation', async () => {
  const inGerman = { content: { language: 'de' } };
  expect(await winner('choosy', 'laufschuhe', {}, inGerman)).toBe('ridgeline-trail-de');
  expect(await winner('choosy', 'trail shoes', {}, inGerman)).toBe('no-demand');
});
