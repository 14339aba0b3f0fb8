import { describe, expect, test } from 'bun:test';
import {
  ad,
  createTestPartner,
  inquire,
  priced,
  solicit,
  testUpstreams,
  wonProducts,
} from '../../../test/product-search.ts';

const { upstream, upstreamOf } = testUpstreams();

describe('the bid', () => {
  test('a click’s price times the click rate, per thousand, in micros', async () => {
    const { url } = upstreamOf(ad({ cpc: 0.37 }));
    const reply = await inquire(createTestPartner(url, { clickRate: 0.012 }), solicit({}));
    expect(reply).toEqual({
      kind: 'bids',
      bids: [
        {
          id: 'request-imp-0',
          impid: 'imp-0',
          priceMicros: 4_440_000,
          currency: 'USD',
          seat: 'shop',
          creative: {
            kind: 'composed',
            native: {
              ver: '1.2',
              assets: [{ id: 1, title: { text: 'Scree 3 Trail Running Shoes' } }],
              link: { url: 'https://stridehouse.example/p/scree-3' },
            },
          },
          adomain: ['stridehouse.example'],
          crid: 'p-1',
          mtype: 4,
          fit: expect.objectContaining({ score: 1 }),
        },
      ],
      unreadable: [],
      passed: [],
    });
  });

  test('offers are checked against the exact bounds, which rounding had moved', async () => {
    const { url } = upstreamOf(priced('above', 20), priced('at', 19.99), priced('below', 19.98));
    const most = await inquire(
      createTestPartner(url),
      solicit({ filters: [{ max_price: 19.99 }] }),
    );
    expect(wonProducts(most)).toEqual([['imp-0', 'at']]);
    const least = await inquire(
      createTestPartner(url),
      solicit({ filters: [{ min_price: 19.995 }] }),
    );
    expect(wonProducts(least)).toEqual([['imp-0', 'above']]);
  });

  test('no product stands twice in one response, not even from two calls', async () => {
    const { url } = upstreamOf(priced('a', 10), priced('a', 10), priced('b', 10));
    const filters = [undefined, { max_price: 50 }, undefined];
    const reply = await inquire(createTestPartner(url), solicit({ filters }));
    expect(wonProducts(reply)).toEqual([
      ['imp-0', 'a'],
      ['imp-1', 'b'],
    ]);
    expect(reply).toMatchObject({
      passed: [
        { impid: 'imp-1', reason: 'no-demand', offer: { id: 'a' } },
        { impid: 'imp-1', offer: { id: 'a' } },
        { impid: 'imp-2', offer: { id: 'a' } },
        { impid: 'imp-2', offer: { id: 'a' } },
        { impid: 'imp-2', offer: { id: 'b' } },
      ],
    });
  });
});

describe('an upstream that fails', () => {
  test('one call that fails does not spoil the other', async () => {
    const { url } = upstream(({ searchParams }) =>
      searchParams.has('maxOfferPrice') ? new Response('oops') : Response.json({ ads: [ad()] }),
    );
    const filters = [{ max_price: 500 }, undefined];
    const reply = await inquire(createTestPartner(url), solicit({ filters }));
    expect(wonProducts(reply)).toEqual([['imp-1', 'p-1']]);
    expect(reply).toMatchObject({ unreadable: [expect.stringContaining('not valid JSON')] });
  });
});
