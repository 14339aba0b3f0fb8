import { afterEach, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
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
    const fields = { cid: 'camp-1', cat: ['IAB1'], exp: 60, burl: 'https://dsp.example/bill' };
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
    });
  });

  test('macros are filled, except the price, which is the caller’s to fill (ruling 32)', async () => {
    const macros =
      '${AUCTION_ID}|${AUCTION_IMP_ID}|${AUCTION_SEAT_ID}|${AUCTION_CURRENCY}|${AUCTION_PRICE}|${AUCTION_PRICE:B64}|${AUCTION_MIN_TO_WIN}|${UNKNOWN}';
    market = startMarket([
      (request) =>
        bidOn(request, {
          nurl: `https://d.example/?${macros}`,
          adm: nativeAd({ imptrackers: [`https://t.example/${macros}`] }),
        }),
      (request) => bidOn(request, { price: 1.5 }),
    ]);
    const { seatbid } = await answer(await market.ask({ id: 'req-9' }));
    const bid = seatbid[0]?.bid[0];
    const filled = 'req-9|1|seat-1|USD|${AUCTION_PRICE}|${AUCTION_PRICE:B64}|1.5|${UNKNOWN}';
    expect(bid?.nurl).toBe(`https://d.example/?${filled}`);
    expect(JSON.parse(bid?.adm ?? '').imptrackers).toEqual([`https://t.example/${filled}`]);
  });

  test('the markup has the shape of the request, whatever the partner sent (ruling 18)', async () => {
    market = startMarket([(request) => bidOn(request)]);
    const wrapped = { id: '1', native: { request: `{"native":${NATIVE}}` } };
    const inWrapper = await answer(await market.ask({ imp: [wrapped] }));
    expect(Object.keys(JSON.parse(inWrapper.seatbid[0]?.bid[0]?.adm ?? ''))).toEqual(['native']);
    const bare = await answer(await market.ask());
    expect(JSON.parse(bare.seatbid[0]?.bid[0]?.adm ?? '').link.url).toBe('https://brand.example/');
  });

  test('trackers are passed on only as they were offered', async () => {
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
    expect(ad.eventtrackers).toEqual([trackers[0]]);
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
    expect(seatbid[0]?.bid[0]?.ext?.service.format).toEqual(format);
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

describe('what a partner receives', () => {
  async function outgoing(changes: Readonly<Record<string, unknown>>): Promise<Outgoing> {
    market = startMarket([(request) => bidOn(request)]);
    await market.ask(changes);
    const received = market.dsps[0]?.received[0];
    if (received === undefined) throw new Error('the partner was not asked');
    expect(received.headers.get('x-openrtb-version')).toBe('2.6');
    return received.body;
  }

  test('the bare native root, also for a wrapped request (ruling 18)', async () => {
    const { imp } = await outgoing({
      imp: [{ id: '1', native: { request: `{"native":${NATIVE}}` } }],
    });
    expect(JSON.parse(imp[0]?.native.request ?? '')).toEqual(JSON.parse(NATIVE));
  });

  test('privacy fields in their OpenRTB 2.6 places, the 2.6 one winning (ruling 22)', async () => {
    const { regs, user } = await outgoing({
      regs: { gdpr: 0, ext: { gdpr: 1, us_privacy: '1YNN', other: 1 } },
      user: { ext: { consent: 'C', eids: [{ source: 's' }] } },
    });
    expect(regs).toEqual({ gdpr: 0, us_privacy: '1YNN', ext: { other: 1 } });
    expect(user).toEqual({ consent: 'C', eids: [{ source: 's' }] });
  });

  test('a supply chain with our node at its end', async () => {
    const first = { asi: 'ssp.example', sid: '7', hp: 1 };
    const { source } = await outgoing({
      site: { publisher: { id: 'pub-1' } },
      source: { tid: 't', ext: { schain: { complete: 1, ver: '1.0', nodes: [first] } } },
    });
    expect(source).toMatchObject({ tid: 't', schain: { complete: 1, ver: '1.0' } });
    const { nodes } = (source as { schain: { nodes: object[] } }).schain;
    expect(nodes[0]).toEqual(first);
    expect(nodes[1]).toMatchObject({ asi: 'localhost', sid: 'pub-1', hp: 1 });
  });

  test('fields nobody here knows, as they came (ruling 26)', async () => {
    const body = await outgoing({ 'x-unknown': { deep: [1, null] }, ext: { theirs: true } });
    expect(body['x-unknown']).toEqual({ deep: [1, null] });
    expect(body.ext).toEqual({ theirs: true });
  });

  test('a gzip body where the config says so', async () => {
    let encoding: string | null = null;
    let length = 0;
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        encoding = request.headers.get('content-encoding');
        const text = gunzipSync(await request.bytes()).toString();
        length = text.length;
        return bidOn(JSON.parse(text) as Outgoing);
      },
    });
    market = startMarket([], {
      extra: [{ name: 'gz', kind: 'openrtb', url: `http://127.0.0.1:${server.port}`, gzip: true }],
    });
    expect((await market.ask()).status).toBe(200);
    expect(encoding as string | null).toBe('gzip');
    expect(length).toBeGreaterThan(100);
    await server.stop(true);
  });
});

describe('publisher rules', () => {
  const publisher = { site: { publisher: { id: 'pub-1' } } };
  const turn = (messageSequenceNumber: number, more: object = {}) => ({
    ...publisher,
    ext: {
      service: {
        messageSequenceNumber,
        messageLength: 1,
        isQuickReply: false,
        sessionDurationMs: 1,
        ...more,
      },
    },
  });
  const withRules = (rules: object) =>
    startMarket([(request) => bidOn(request)], {
      config: { publishers: [{ id: 'pub-1', ...rules }] },
    });

  test('a publisher’s floor stands beside the request’s; the higher one holds', async () => {
    market = withRules({ floors: { default: 3 } });
    expect((await market.ask(publisher)).headers.get('x-nobid-reason')).toBe('below-floor');
    expect(market.dsps[0]?.received[0]?.body.imp[0]?.bidfloor).toBe(3);
    expect((await market.ask()).status).toBe(200);
  });

  test('blocked domains and categories of the config hold', async () => {
    market = withRules({ blockedDomains: ['brand.example'] });
    expect((await market.ask(publisher)).headers.get('x-nobid-reason')).toBe('blocked');
  });

  test('no ad before firstAdTurn, and from there every turnGap turns', async () => {
    market = withRules({ firstAdTurn: 3, turnGap: 2 });
    const statuses = [];
    for (let n = 1; n <= 7; n++) statuses.push((await market.ask(turn(n))).status);
    expect(statuses).toEqual([204, 204, 200, 204, 200, 204, 200]);
    expect((await market.ask(turn(1))).headers.get('x-nobid-reason')).toBe('paced');
  });

  test('no ads on negative sentiment or support requests where so configured', async () => {
    market = withRules({ noAdsOnNegativeSentiment: true, noAdsOnSupportRequests: true });
    const sad = turn(1, { sentiment: { value: 'negative', score: -0.5 } });
    const stuck = turn(1, {
      intent: { value: 'support_request', confidence: 1, topics: [], signals: [] },
    });
    expect((await market.ask(sad)).headers.get('x-nobid-reason')).toBe('sensitive');
    expect((await market.ask(stuck)).headers.get('x-nobid-reason')).toBe('sensitive');
    expect((await market.ask(turn(1))).status).toBe(200);
  });
});

describe('after the reply', () => {
  test('losers are told by lurl why they lost, never in test mode', async () => {
    const notices: string[] = [];
    const sink = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        notices.push(new URL(request.url).search);
        return new Response();
      },
    });
    const lurl = `http://127.0.0.1:${sink.port}/?loss=\${AUCTION_LOSS}&imp=\${AUCTION_IMP_ID}&p=\${AUCTION_PRICE}`;
    market = startMarket(
      [(request) => bidOn(request, { price: 3 }), (request) => bidOn(request, { price: 1, lurl })],
      { entry: { acceptsTest: true } },
    );
    await market.ask({ test: 1 });
    await market.ask();
    for (let i = 0; i < 100 && notices.length === 0; i++) await Bun.sleep(5);
    expect(notices).toEqual(['?loss=102&imp=1&p=']);
    await sink.stop(true);
  });

  test('an explanation is found by both ids; one that is not remembered is a 404', async () => {
    market = startMarket([(request) => bidOn(request)]);
    const response = await market.ask({ id: 'by-id' });
    const byId = await market.explain('by-id');
    const byRequest = await market.explain(response.headers.get('x-request-id') ?? '');
    expect(byRequest).toEqual(byId);
    expect(byId.imps[0]?.winner).toMatchObject({ partner: 'dsp-0', price: 2 });
    expect((await fetch(`${market.parley.adminUrl}/auctions/nothing`)).status).toBe(404);
  });
});
