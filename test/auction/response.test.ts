import { afterEach, describe, expect, test } from 'bun:test';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { bidOn, nativeAd } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

async function answer(response: Response): Promise<BidResponse> {
  expect(response.status).toBe(200);
  return (await response.json()) as BidResponse;
}

describe('the answer', () => {
  test('carries what ruling 31 lists', async () => {
    const fields = { cid: 'camp-1', cat: ['IAB1'], exp: 60 };
    market = await startMarket([(request) => bidOn(request, fields)]);
    const { cur, bidid, seatbid } = await answer(await market.ask());
    expect(cur).toBe('USD');
    expect(bidid).not.toBe('');
    expect(seatbid[0]?.bid[0]).toMatchObject({
      ...fields,
      price: 2,
      mtype: 4,
      crid: 'creative-1',
      adomain: ['brand.example'],
      nurl: expect.stringMatching(/\/n\/win\/[\w-]+\?p=\$\{AUCTION_PRICE\}$/),
      burl: expect.stringMatching(/\/n\/bill\/[\w-]+\?p=\$\{AUCTION_PRICE\}$/),
      lurl: expect.stringMatching(/\/n\/loss\/[\w-]+\?r=\$\{AUCTION_LOSS\}$/),
    });
  });

  test('macros are filled, except the price, which is the caller’s to fill (ruling 32) (answer.bid.nurl)', async () => {
    const macros =
      '${AUCTION_ID}|${AUCTION_IMP_ID}|${AUCTION_SEAT_ID}|${AUCTION_CURRENCY}|${AUCTION_PRICE}|${AUCTION_PRICE:B64}|${AUCTION_MIN_TO_WIN}|${UNKNOWN}';
    market = await startMarket([
      (request) =>
        bidOn(request, {
          adm: nativeAd({ imptrackers: [`https://t.example/${macros}`] }),
        }),
      (request) => bidOn(request, { price: 1.5 }),
    ]);
    const { seatbid } = await answer(await market.ask({ id: 'req-9' }));
    const bid = seatbid[0]?.bid[0];
    const filled = 'req-9|1|seat-1|USD|${AUCTION_PRICE}|${AUCTION_PRICE:B64}|1.5|${UNKNOWN}';
    expect(bid?.nurl).toEndWith('?p=${AUCTION_PRICE}');
    expect(JSON.parse(bid?.adm ?? '').imptrackers[0]).toBe(`https://t.example/${filled}`);
  });

  test('trackers are passed on only as they were offered, and ours stand beside them (ruling 50)', async () => {
    const trackers = [
      { event: 1, method: 1, url: 'https://t.example/1' },
      { event: 1, method: 2, url: 'https://t.example/js' },
      { event: 2, method: 1, url: 'https://t.example/2' },
    ];
    market = await startMarket([
      (request) =>
        bidOn(request, {
          adm: nativeAd({
            eventtrackers: trackers,
            jstracker: '<script>',
            privacy: 'https://p.example/',
          }),
        }),
    ]);
    const native = JSON.stringify({
      ...JSON.parse(NATIVE),
      eventtrackers: [{ event: 1, methods: [1] }],
    });
    const { seatbid } = await answer(
      await market.ask({ imp: [{ id: '1', native: { request: native } }] }),
    );
    const ad = JSON.parse(seatbid[0]?.bid[0]?.adm ?? '');
    expect(ad.eventtrackers).toEqual([
      { event: 1, method: 1, url: 'https://t.example/1' },
      { event: 1, method: 1, url: expect.stringContaining('/n/imp/') },
    ]);
    expect(ad.imptrackers).toBeUndefined();
    expect(ad.jstracker).toBeUndefined();
    expect(ad.privacy).toBeUndefined();
  });

  test('a partner’s trackers are called by our server where the config says so (ruling 50)', async () => {
    const adm = nativeAd({
      eventtrackers: [{ event: 1, method: 1, url: 'https://t.example/1' }],
      link: { url: 'https://brand.example/', clicktrackers: ['https://t.example/c'] },
    });
    const native = JSON.stringify({
      assets: [{ id: 1, title: { len: 90 } }],
      eventtrackers: [{ event: 1, methods: [1] }],
    });
    const trackersOf = async (entry: { trackers?: 'client' | 'server' }) => {
      market = await startMarket([(request) => bidOn(request, { adm })], { entry });
      const { seatbid } = await answer(
        await market.ask({ imp: [{ id: '1', native: { request: native } }] }),
      );
      await market.stop();
      const ad = JSON.parse(seatbid[0]?.bid[0]?.adm ?? '');
      return { events: ad.eventtrackers.length, clicks: ad.link.clicktrackers };
    };
    expect(await trackersOf({})).toEqual({ events: 2, clicks: ['https://t.example/c'] });
    expect(await trackersOf({ trackers: 'server' })).toEqual({ events: 1, clicks: undefined });
  });

  test('a request without eventtrackers gets our tracker in imptrackers, beside the partner’s (ruling 50)', async () => {
    const adm = nativeAd({ imptrackers: ['https://t.example/i'], jstracker: '<script>' });
    market = await startMarket([(request) => bidOn(request, { adm })], {
      entry: { billOn: 'impression' },
    });
    const { seatbid } = await answer(await market.ask());
    const { adm: text = '', burl } = seatbid[0]?.bid[0] ?? {};
    const ad = JSON.parse(text);
    expect(ad.imptrackers).toEqual([
      'https://t.example/i',
      expect.stringMatching(/\/n\/imp\/[\w-]+$/),
    ]);
    expect(ad.jstracker).toBe('<script>');
    expect(burl).toContain('/n/bill/');
    expect((await fetch(ad.imptrackers[1])).headers.get('content-type')).toBe('image/gif');
  });

  test.each(['1.0', '1.1', '1.2', undefined])(
    'the markup has the Native version of the request: %p (ruling 50)',
    async (ver) => {
      market = await startMarket([(request) => bidOn(request)]);
      const native = JSON.stringify({ ver, assets: [{ id: 1, title: { len: 90 } }] });
      const imp = [{ id: '1', native: { request: native } }];
      const { seatbid } = await answer(await market.ask({ imp }));
      expect(JSON.parse(seatbid[0]?.bid[0]?.adm ?? '').ver).toBe(ver ?? '1.2');
    },
  );

  test('what nobody has declared of an ad stays here, `ext` of every object included', async () => {
    const own = { ext: { url: 'javascript:alert(1)' }, onclick: 'alert(1)' };
    const adm = nativeAd({
      ...own,
      link: { url: 'https://brand.example/', ...own },
      assets: [{ id: 1, ...own, title: { text: 'Tea', len: 3, ...own } }],
      eventtrackers: [
        {
          event: 1,
          method: 2,
          url: 'https://t.example/omid.js',
          customdata: own,
          ext: { ...own, vendorKey: 'v', verification_parameters: 'p' },
        },
      ],
    });
    market = await startMarket([(request) => bidOn(request, { adm })]);
    const native = JSON.stringify({
      ver: '1.2',
      assets: [{ id: 1, title: { len: 90 } }],
      eventtrackers: [{ event: 1, methods: [2] }],
    });
    const { seatbid } = await answer(
      await market.ask({ imp: [{ id: '1', native: { request: native } }] }),
    );
    const text = seatbid[0]?.bid[0]?.adm ?? '';
    expect(text).not.toMatch(/javascript|onclick|customdata/);
    const sold = JSON.parse(text);
    expect(sold.assets).toEqual([{ id: 1, title: { text: 'Tea', len: 3 } }]);
    expect(sold.eventtrackers[0]).toEqual({
      event: 1,
      method: 2,
      url: 'https://t.example/omid.js',
      ext: { vendorKey: 'v', verification_parameters: 'p' },
    });
  });

  test.each([
    ['no object', 'yes', 'ext.dsa: expected an object'],
    ['a wrong field', { paid: 5 }, 'ext.dsa.paid: expected a string'],
    ['a wrong list', { transparency: [{ dsaparams: ['1'] }] }, 'ext.dsa.transparency[0].dsaparams'],
  ])('DSA information with %s loses its bid with a sentence', async (_, dsa, sentence) => {
    market = await startMarket([(request) => bidOn(request, { ext: { dsa } })]);
    const id = crypto.randomUUID();
    expect((await market.ask({ id })).status).toBe(204);
    const [partner] = (await market.explain(id)).partners;
    expect(partner?.unreadable).toEqual([expect.stringContaining(sentence)]);
  });
});
