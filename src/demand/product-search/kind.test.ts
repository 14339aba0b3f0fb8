import { afterEach, describe, expect, test } from 'bun:test';
import {
  ad,
  createTestPartner,
  inquire,
  priced,
  solicit,
  startUpstream,
  type Upstream,
} from '../../../test/product-search.ts';
import { startCatalog } from '../../catalog/server.ts';
import type { PartnerReply } from '../partner.ts';
import { CACHE_CHARACTERS_MAX, CACHE_ENTRIES_MAX } from './offer-cache.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function upstreamOf(...ads: readonly unknown[]): Upstream {
  return upstream(() => Response.json({ ads }));
}

function upstream(answer: (url: URL) => Response): Upstream {
  const started = startUpstream(answer);
  stops.push(started.stop);
  return started;
}

function wonProducts(reply: PartnerReply): readonly (readonly [string, string | undefined])[] {
  return reply.kind === 'bids' ? reply.bids.map(({ impid, crid }) => [impid, crid] as const) : [];
}

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

describe('the cache', () => {
  test.each([
    ['five seconds, unless configured', {}, 5],
    ['the configured time', { cacheSeconds: 60 }, 60],
  ])('of another service keeps an answer for %s (ruling 78)', async (_, config, seconds) => {
    let nowMs = 1_000_000;
    const { url, calls } = upstreamOf(ad());
    const partner = createTestPartner(url, { nowMs: () => nowMs, ...config });
    const first = await inquire(partner, solicit({}));
    nowMs += 1000 * seconds - 1;
    expect(partner.ask(solicit({}), 500)).toEqual(first);
    expect(calls).toHaveLength(1);

    nowMs += 1;
    expect(await inquire(partner, solicit({}))).toEqual(first);
    expect(calls).toHaveLength(2);
    // The clock is set back.
    nowMs -= 3_600_000;
    await inquire(partner, solicit({}));
    expect(calls).toHaveLength(3);
  });

  test('of 0 seconds keeps nothing (ruling 78)', async () => {
    const { url, calls } = upstreamOf(ad());
    const partner = createTestPartner(url, { nowMs: () => 1_000_000, cacheSeconds: 0 });
    await inquire(partner, solicit({}));
    await inquire(partner, solicit({}));
    expect(calls).toHaveLength(2);
  });

  test('of the embedded catalogue keeps an answer while the process lives (ruling 78)', async () => {
    let nowMs = 1_000_000;
    const { url, calls } = upstreamOf(ad());
    const partner = createTestPartner('embedded', { nowMs: () => nowMs, catalogUrl: url });
    const first = await inquire(partner, solicit({}));
    nowMs += 30 * 86_400_000;
    expect(partner.ask(solicit({}), 500)).toEqual(first);
    expect(calls).toHaveLength(1);
  });

  test('an old price is sold for the configured time at most, and a new one above the bound never (ruling 78)', async () => {
    let nowMs = 1_000_000;
    let price = 100;
    const { url } = upstream(() => Response.json({ ads: [priced('p', price)] }));
    const partner = createTestPartner(url, { nowMs: () => nowMs });
    const ask = async (max_price: number) =>
      wonProducts(await inquire(partner, solicit({ filters: [{ max_price }] }))).length;
    expect(await ask(150)).toBe(1);
    price = 500;
    nowMs += 4999;
    expect(await ask(150)).toBe(1);
    // Another question, which gets the new price.
    expect(await ask(151)).toBe(0);
    nowMs += 1;
    expect(await ask(150)).toBe(0);
    expect(await ask(500)).toBe(1);
  });

  test('an answer that is kept is held to the exact bounds of each request (rulings 35, 78)', async () => {
    const { url, calls } = upstreamOf(priced('p', 19.99));
    const partner = createTestPartner(url);
    const ask = async (filter: object) =>
      wonProducts(await inquire(partner, solicit({ filters: [filter] }))).length;
    expect(await ask({ max_price: 20 })).toBe(1);
    expect(await ask({ max_price: 19.98 })).toBe(0);
    expect(await ask({ max_price: 19.99 })).toBe(1);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['least', { min_price: 5 }],
    ['most', { max_price: 50 }],
  ])('a question with another %s price or other keywords is another one', async (_, filter) => {
    const { url, calls } = upstreamOf(priced('a', 10));
    const partner = createTestPartner(url);
    await inquire(partner, solicit({ keywords: 'tent' }));
    await inquire(partner, solicit({ keywords: 'tent', filters: [filter] }));
    await inquire(partner, solicit({ keywords: 'tents', filters: [filter] }));
    expect(calls).toHaveLength(3);
  });

  test('only questions that are not in it are asked', async () => {
    const { url, calls } = upstreamOf(priced('a', 10), priced('b', 10));
    const partner = createTestPartner(url);
    await inquire(partner, solicit({ keywords: 'shoes' }));
    const reply = await inquire(
      partner,
      solicit({ keywords: 'shoes', filters: [undefined, { max_price: 50 }] }),
    );
    expect(calls).toEqual([
      '/v1/ads/search?query=shoes',
      '/v1/ads/search?query=shoes&maxOfferPrice=50',
    ]);
    expect(wonProducts(reply)).toHaveLength(2);
  });

  test('it has a maximum of questions and drops the oldest', async () => {
    const { url, calls } = upstreamOf(ad());
    const partner = createTestPartner(url, { nowMs: () => 1_000_000 });
    for (let n = 0; n <= CACHE_ENTRIES_MAX; n++) {
      await inquire(partner, solicit({ keywords: `k${n}` }));
    }
    const before = calls.length;
    await inquire(partner, solicit({ keywords: 'k1' }));
    expect(calls.length).toBe(before);
    await inquire(partner, solicit({ keywords: 'k0' }));
    expect(calls.length).toBe(before + 1);
  });

  test('it has a maximum of characters', async () => {
    const description = 'x'.repeat(4000);
    const ads = Array.from({ length: 50 }, (_, n) => ad({ id: `p-${n}`, description }));
    const length = JSON.stringify({ ads }).length;
    const { url, calls } = upstreamOf(...ads);
    const partner = createTestPartner(url, { nowMs: () => 1_000_000 });
    const count = Math.floor(CACHE_CHARACTERS_MAX / length);
    for (let n = 0; n <= count; n++) await inquire(partner, solicit({ keywords: `k${n}` }));
    await inquire(partner, solicit({ keywords: 'k1' }));
    expect(calls).toHaveLength(count + 1);
    await inquire(partner, solicit({ keywords: 'k0' }));
    expect(calls).toHaveLength(count + 2);
  });

  test('a failure is not kept', async () => {
    let status = 500;
    const { url, calls } = upstream(() => Response.json({ ads: [ad()] }, { status }));
    const partner = createTestPartner(url);
    expect(await inquire(partner, solicit({}))).toMatchObject({ kind: 'malformed' });
    status = 200;
    expect(await inquire(partner, solicit({}))).toMatchObject({ kind: 'bids' });
    expect(calls).toHaveLength(2);
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
  stops.push(catalog.stop);
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
