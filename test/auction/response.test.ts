import { afterEach, describe, expect, test } from 'bun:test';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { bidOn, nativeAd, type Outgoing } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const twoImps = ['a', 'b'].map((id) => ({ id, native: { request: NATIVE } }));

async function answer(response: Response): Promise<BidResponse> {
  expect(response.status).toBe(200);
  return (await response.json()) as BidResponse;
}

describe('the answer', () => {
  test('one winner per impression; those of a seat share a seatbid (ruling 30)', async () => {
    market = startMarket([
      (request) => bidOn(request, { price: 2 }),
      (request) => bidOn(request, { price: 1 }),
    ]);
    const { seatbid } = await answer(await market.ask({ imp: twoImps }));
    expect(seatbid.length).toBe(1);
    expect(seatbid[0]?.seat).toBe('seat-1');
    expect(seatbid[0]?.bid.map(({ impid }) => impid)).toEqual(['a', 'b']);
  });

  test('carries what ruling 31 lists', async () => {
    const fields = { cid: 'camp-1', cat: ['IAB1'], exp: 60 };
    market = startMarket([(request) => bidOn(request, fields)]);
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
    market = startMarket([
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
    expect(JSON.parse(bid?.adm ?? '').imptrackers).toEqual([`https://t.example/${filled}`]);
  });

  test('the markup has the shape of the request, whatever the partner sent (ruling 18)', async () => {
    market = startMarket([(request) => bidOn(request)]);
    const wrapped = { id: '1', native: { request: `{"native":${NATIVE}}` } };
    const inWrapper = await answer(await market.ask({ imp: [wrapped] }));
    expect(Object.keys(JSON.parse(inWrapper.seatbid[0]?.bid[0]?.adm ?? ''))).toEqual(['native']);
    const bare = await answer(await market.ask());
    expect(Object.keys(JSON.parse(bare.seatbid[0]?.bid[0]?.adm ?? ''))).toContain('link');
  });

  test('trackers are passed on only as they were offered, and what we hear of is called by us', async () => {
    const trackers = [
      { event: 1, method: 1, url: 'https://t.example/1' },
      { event: 1, method: 2, url: 'https://t.example/js' },
      { event: 2, method: 1, url: 'https://t.example/2' },
    ];
    market = startMarket([
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
      { event: 1, method: 1, url: expect.stringContaining('/n/imp/') },
    ]);
    expect(ad.jstracker).toBeUndefined();
    expect(ad.privacy).toBeUndefined();
  });

  test('second price is what bid.price says (ruling 29)', async () => {
    market = startMarket([
      (request) => bidOn(request, { price: 2 }),
      (request) => bidOn(request, { price: 1.5 }),
    ]);
    const second = await answer(await market.ask({ at: 2 }));
    expect(second.seatbid[0]?.bid[0]?.price).toBe(1.51);
    const first = await answer(await market.ask({ at: 1 }));
    expect(first.seatbid[0]?.bid[0]?.price).toBe(2);
  });

  test('bids of a group win together or not at all', async () => {
    const grouped = (request: Outgoing) =>
      bidOn(
        request,
        {},
        {
          seatbid: [
            {
              seat: 'g',
              group: 1,
              bid: request.imp.map(({ id }) => ({
                id,
                impid: id,
                price: id === 'a' ? 5 : 1,
                adm: nativeAd(),
              })),
            },
          ],
        },
      );
    market = startMarket([grouped, (request) => bidOn(request, { price: 2 })]);
    const { seatbid } = await answer(await market.ask({ imp: twoImps }));
    expect(seatbid.map(({ seat }) => seat)).toEqual(['seat-1']);
    expect(seatbid[0]?.bid.map(({ price }) => price)).toEqual([2, 2]);
  });

  test('a declared format that the ad meets is echoed as it was declared; one it does not meet is no bid (ruling 34)', async () => {
    market = startMarket([(request) => bidOn(request)]);
    const format = {
      agent_url: 'https://Creative.AdContextProtocol.org:443',
      id: 'native_mention',
    };
    const declared = (native: string) => [
      { id: '1', native: { request: native }, ext: { service: { adcpFormats: [format] } } },
    ];
    const onlyTitle = await market.ask({ imp: declared(NATIVE) });
    expect(onlyTitle.status).toBe(204);
    expect(onlyTitle.headers.get('x-nobid-reason')).toBe('no-format-match');
    await market.stop();

    const assets = [
      { id: 1, title: { text: 'Hi' } },
      { id: 2, data: { value: 'Brand' } },
    ];
    market = startMarket([(request) => bidOn(request, { adm: nativeAd({ assets }) })]);
    const native = JSON.stringify({
      assets: [
        { id: 1, title: { len: 90 } },
        { id: 2, data: { type: 1 } },
      ],
    });
    const { seatbid } = await answer(await market.ask({ imp: declared(native) }));
    expect(seatbid[0]?.bid[0]?.ext?.service?.format).toEqual(format);
  });

  test('a format nobody knows is no bid and nobody is asked', async () => {
    market = startMarket([(request) => bidOn(request)]);
    const ext = { service: { adcpFormats: [{ agent_url: 'https://other.example', id: 'x' }] } };
    const response = await market.ask({ imp: [{ id: '1', native: { request: NATIVE }, ext }] });
    expect(response.headers.get('x-nobid-reason')).toBe('no-format-match');
    expect(market.dsps[0]?.received).toEqual([]);
  });

  test('test mode is filled with a sample where nobody bids, and says why (ruling 33)', async () => {
    market = startMarket([]);
    const { seatbid, ext } = await answer(await market.ask({ test: 1 }));
    expect(seatbid[0]?.seat).toBe('parley-sample');
    expect(ext?.service.test.nonbid).toEqual([{ impid: '1', reason: 'no-demand' }]);
  });
});
