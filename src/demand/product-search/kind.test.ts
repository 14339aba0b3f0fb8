import { describe, expect, onTestFinished, test } from 'bun:test';
import {
  ad,
  createTestPartner,
  inquire,
  priced,
  solicit,
  testUpstreams,
  wonProducts,
} from '../../../test/product-search.ts';
import { startCatalog } from '../../catalog/server.ts';

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

  test('impressions whose filters round alike share a call but keep their own bounds', async () => {
    const { url, calls } = upstreamOf(priced('a', 20), priced('b', 19.99));
    const filters = [{ max_price: 19.99 }, { max_price: 20 }];
    const reply = await inquire(createTestPartner(url), solicit({ filters }));
    expect(calls).toHaveLength(1);
    expect(wonProducts(reply)).toEqual([
      ['imp-0', 'b'],
      ['imp-1', 'a'],
    ]);
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

  test('the first offer that has the required assets, in the upstream’s order', async () => {
    const { url } = upstreamOf(
      ad({ id: 'bare', description: null }),
      ad({ id: 'whole' }),
      ad({ id: 'late', cpc: 1 }),
    );
    const assets = [{ id: 1, required: 1, data: { type: 2 } }];
    const reply = await inquire(createTestPartner(url), solicit({ assets }));
    expect(wonProducts(reply)).toEqual([['imp-0', 'whole']]);
  });

  test('an offer that the auction would drop gives way to the next, and is listed with the rule', async () => {
    const { url } = upstreamOf(ad({ id: 'first', title: 'T'.repeat(200) }), ad({ id: 'second' }));
    const reply = await inquire(createTestPartner(url), {
      ...solicit({}),
      rejectionOf: ({ crid }) =>
        crid === 'first' ? { slug: 'blocked', reason: 'it is blocked' } : undefined,
    });
    expect(wonProducts(reply)).toEqual([['imp-0', 'second']]);
    const offer = { id: 'first', title: 'T'.repeat(80), fault: 'it is blocked' };
    expect(reply).toMatchObject({ passed: [{ impid: 'imp-0', reason: 'blocked', offer }] });
  });

  test('five offers are listed for an impression, and later ones only for a new reason', async () => {
    const ads = Array.from({ length: 50 }, (_, n) => ad({ id: `p-${n}` }));
    const { url } = upstreamOf(...ads);
    const reply = await inquire(createTestPartner(url), {
      ...solicit({}),
      rejectionOf: ({ crid }) =>
        crid === 'p-40'
          ? { slug: 'below-floor', reason: 'low' }
          : { slug: 'blocked', reason: 'no' },
    });
    const passed = reply.kind === 'no-bid' ? (reply.passed ?? []) : [];
    const ids = ['p-0', 'p-1', 'p-2', 'p-3', 'p-4', 'p-40'];
    expect(passed.map((one) => 'impid' in one && one.offer?.id)).toEqual(ids);
  });

  test('an offer outside the exact bounds is listed with its price', async () => {
    const { url } = upstreamOf(priced('dear', 20), priced('cheap', 1));
    const filters = [{ min_price: 1.5, max_price: 19.99 }];
    const reply = await inquire(createTestPartner(url), solicit({ filters }));
    expect(reply).toMatchObject({
      kind: 'no-bid',
      passed: [
        { offer: { id: 'dear', fault: 'its price of 20 is above max_price 19.99' } },
        { offer: { id: 'cheap', fault: 'its price of 1 is below min_price 1.5' } },
      ],
    });
  });

  test('offers that lack a required asset are passed over, with the reason', async () => {
    const { url } = upstreamOf(ad());
    const assets = [{ id: 1, required: 1, img: { type: 1, wmin: 50, hmin: 50 } }];
    const reply = await inquire(createTestPartner(url), solicit({ assets }));
    expect(reply).toMatchObject({
      kind: 'no-bid',
      reason: 'no offer passed every rule',
      passed: [{ impid: 'imp-0', reason: 'asset-mismatch', offer: { id: 'p-1' } }],
    });
  });

  test('nothing found is no bid, and nothing was passed over', async () => {
    const { url } = upstreamOf();
    const reply = await inquire(createTestPartner(url), solicit({}));
    expect(reply).toEqual({ kind: 'no-bid', reason: 'no offers', passed: [] });
  });
});

describe('an upstream that fails', () => {
  test('a status other than 200 is malformed', async () => {
    for (const status of [204, 302, 404, 500]) {
      const { url } = upstream(() => new Response(null, { status }));
      const reply = await inquire(createTestPartner(url), solicit({}));
      expect(reply).toEqual({
        kind: 'malformed',
        reason: `expected status 200, but got ${status}`,
      });
    }
  });

  test('one call that fails does not spoil the other', async () => {
    const { url } = upstream(({ searchParams }) =>
      searchParams.has('maxOfferPrice') ? new Response('oops') : Response.json({ ads: [ad()] }),
    );
    const filters = [{ max_price: 500 }, undefined];
    const reply = await inquire(createTestPartner(url), solicit({ filters }));
    expect(wonProducts(reply)).toEqual([['imp-1', 'p-1']]);
    expect(reply).toMatchObject({ unreadable: [expect.stringContaining('not valid JSON')] });
  });

  test('a call that got no reply costs only its own impressions', () => {
    const partner = createTestPartner('http://unused.example');
    const inquiry = partner.ask(solicit({ filters: [{ max_price: 500 }, undefined] }), 500);
    if ('kind' in inquiry) throw new Error('expected calls');
    const text = JSON.stringify({ ads: [ad()] });
    expect(wonProducts(inquiry.read([undefined, { status: 200, text }]))).toEqual([
      ['imp-1', 'p-1'],
    ]);
  });
});

test('against the shipped catalogue, "trail shoes" up to 150 dollars bids trail running shoes', async () => {
  const catalog = startCatalog({ host: '127.0.0.1', port: 0 });
  onTestFinished(catalog.stop);
  const assets = [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, required: 1, data: { type: 1, len: 25 } },
    { id: 4, required: 1, data: { type: 6 } },
    { id: 5, required: 1, data: { type: 12, len: 15 } },
  ];
  const filters = [{ min_price: 60, max_price: 150 }, { max_price: 100 }];
  const reply = await inquire(createTestPartner(catalog.url), solicit({ filters, assets }));
  if (reply.kind !== 'bids') throw new Error(reply.reason);
  expect(reply.bids).toHaveLength(2);
  for (const { creative } of reply.bids) {
    expect(JSON.stringify(creative)).toMatch(/Trail .*Shoes/);
  }
  expect(reply.unreadable).toEqual([]);
});
