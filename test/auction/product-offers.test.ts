import { afterEach, describe, expect, test } from 'bun:test';
import { ad, startUpstream } from '../product-search.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function marketOf(
  ads: readonly object[],
  more: { acceptsTest?: boolean } = {},
): Promise<Market> {
  const upstream = startUpstream(() => Response.json({ ads }));
  const market = await startMarket([], {
    extra: [{ name: 'shop', kind: 'product-search', url: upstream.url, clickRate: 0.01, ...more }],
    config: { publishers: [{ id: 'strict', blockedDomains: ['blocked.example'] }] },
  });
  stops.push(market.stop, upstream.stop);
  return market;
}

type Answer = { readonly seatbid: readonly { readonly bid: readonly { crid: string }[] }[] };

type Row = {
  readonly rule: string;
  /** The first offer, which breaks the rule; the second is an ordinary one. */
  readonly first: object;
  readonly request?: object;
  readonly imp?: object;
  readonly reason: string;
  readonly fault: string;
};

const WITH_IMAGE = JSON.stringify({
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, img: { type: 3 } },
    { id: 3, data: { type: 1 } },
    { id: 4, data: { type: 2 } },
  ],
});

const ROWS: readonly Row[] = [
  {
    rule: 'the publisher’s blocked domains',
    first: { merchant: { name: 'B', domain: 'blocked.example' } },
    request: { site: { keywords: 'shoes', publisher: { id: 'strict' } } },
    reason: 'blocked',
    fault: 'advertiser blocked.example is blocked',
  },
  {
    rule: 'the floor',
    first: { cpc: 0.1 },
    imp: { bidfloor: 2 },
    reason: 'below-floor',
    fault: '1 is below the floor of 2 USD',
  },
  {
    rule: 'declared formats',
    first: { description: null },
    imp: {
      native: { request: WITH_IMAGE },
      ext: {
        service: {
          adcpFormats: [
            { agent_url: 'https://creative.adcontextprotocol.org', id: 'sponsored_recommendation' },
          ],
        },
      },
    },
    reason: 'no-format-match',
    fault: 'the ad meets none of the declared formats',
  },
];

describe('the first offer that passes every rule wins the place of those before it (ruling 44)', () => {
  test.each(ROWS)('$rule', async ({ first, request, imp, reason, fault }) => {
    const market = await marketOf([ad({ id: 'first', ...first }), ad({ id: 'second' })]);
    const answer = await market.ask({
      site: { keywords: 'shoes' },
      imp: [{ id: '1', native: { request: NATIVE }, ...imp }],
      ...request,
    });
    expect(answer.status).toBe(200);
    const { seatbid } = (await answer.json()) as Answer;
    expect(seatbid[0]?.bid[0]?.crid).toBe('second');
    const { partners } = await market.explain(answer.headers.get('x-request-id') ?? '');
    expect(partners[0]?.passed).toEqual([
      {
        impid: '1',
        reason,
        offer: { id: 'first', title: ad().title, fault: expect.stringContaining(fault) },
      },
    ]);
  });

  test('where no offer passes, the answer names the most telling reason', async () => {
    const market = await marketOf([ad({ id: 'only', cpc: 0.1 })]);
    const answer = await market.ask({
      site: { keywords: 'shoes' },
      imp: [{ id: '1', native: { request: NATIVE }, bidfloor: 50 }],
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('x-nobid-reason')).toBe('below-floor');
  });
});

test('a product search of others sees test traffic only if it takes it', async () => {
  for (const [more, isAsked] of [
    [{}, false],
    [{ acceptsTest: true }, true],
  ] as const) {
    const market = await marketOf([ad({ id: 'theirs' })], more);
    const answer = await market.ask({ test: 1, site: { keywords: 'shoes' } });
    const { seatbid } = (await answer.json()) as Answer;
    expect(seatbid[0]?.bid[0]?.crid === 'theirs').toBe(isAsked);
  }
});
