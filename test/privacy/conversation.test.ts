import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bidOn } from '../auction/partners.ts';
import { bidRequest, type Market, startMarket } from '../auction/setup.ts';
import { startUpstream, type Upstream } from '../product-search.ts';

/** What names a conversation reaches no partner, whatever else that partner may see (ruling 76). */

const SECRET = 'secretconversation';
const SHOWN = 'secretshown.example';
const PARLEY = {
  conversation: SECRET,
  shown: [{ domain: SHOWN, cid: SECRET, secondsAgo: 424_242 }],
  undeclared: SECRET,
};
const TRACES = /secret|424242|"parley":/;

let market: Market;
let shop: Upstream;
beforeAll(async () => {
  shop = startUpstream(() => Response.json({ results: [] }));
  market = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
    entries: [{ gvlId: 123 }, { openrtbVersion: '2.5' }],
    extra: [{ name: 'shop', kind: 'product-search', url: shop.url, clickRate: 0.01 }],
  });
});
afterAll(async () => {
  await market.stop();
  await shop.stop();
});

const CIRCUMSTANCES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['without any signal', {}],
  ['of a child', { regs: { coppa: 1 } }],
  ['under the GDPR without consent', { regs: { gdpr: 1 } }],
  ['with a contradiction between signals', { regs: { gdpr: 0, ext: { gdpr: 1, gpc: '1' } } }],
];

test.each(CIRCUMSTANCES)(
  'a request %s tells no partner of its conversation',
  async (_, changes) => {
    const before = market.dsps.map(({ received }) => received.length);
    const asked = shop.calls.length;
    for (const endpoint of ['/openrtb2', '/openrtb2/auction']) {
      const response = await fetch(`${market.parley.url}${endpoint}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(
          bidRequest({
            site: { keywords: 'trail shoes' },
            ext: { parley: PARLEY, other: 'kept' },
            ...changes,
          }),
        ),
      });
      expect(response.status).toBe(200);
      const id = response.headers.get('x-request-id') ?? '';
      expect(JSON.stringify(await market.explain(id))).not.toMatch(TRACES);
    }
    for (const [index, { received }] of market.dsps.entries()) {
      const now = received.slice(before[index]);
      expect(now).toHaveLength(2);
      for (const { body, headers } of now) {
        expect(JSON.stringify([body, [...headers]])).not.toMatch(TRACES);
      }
    }
    const calls = shop.calls.slice(asked);
    expect(calls).not.toBeEmpty();
    expect(calls.join()).not.toMatch(TRACES);
  },
);

test('the rest of the extension still reaches a partner that may see everything', () => {
  const [first] = market.dsps[0]?.received ?? [];
  expect(first?.body.ext).toEqual({ other: 'kept' });
});
