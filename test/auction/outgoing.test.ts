import { afterEach, describe, expect, test } from 'bun:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { bidOn, type Outgoing } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const MENTION = {
  id: '1',
  native: {
    request: JSON.stringify({
      assets: [
        { id: 1, required: 1, title: { len: 90 } },
        { id: 2, data: { type: 1 } },
      ],
    }),
  },
  ext: {
    service: {
      adcpFormats: [{ agent_url: 'https://creative.adcontextprotocol.org', id: 'native_mention' }],
    },
  },
};

describe('what a partner receives', () => {
  async function outgoing(changes: Readonly<Record<string, unknown>>): Promise<Outgoing> {
    market = await startMarket([(request) => bidOn(request)]);
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
      regs: {
        gpp: 'G',
        us_privacy: '1NNN',
        ext: { gdpr: 0, gpp: 'G', us_privacy: '1YNN', other: 1 },
      },
      user: { ext: { consent: 'C', eids: [{ source: 's' }] } },
    });
    expect(regs).toEqual({ gdpr: 0, gpp: 'G', us_privacy: '1NNN', ext: { other: 1 } });
    expect(user).toEqual({ consent: 'C', eids: [{ source: 's' }] });
  });
  test('GPP sections as a list of numbers, however they came (ruling 62)', async () => {
    const { regs } = await outgoing({ regs: { gpp: 'DBABLA~BVQqAAAAAmA.QA', gpp_sid: '7' } });
    expect(regs).toEqual({ gpp: 'DBABLA~BVQqAAAAAmA.QA', gpp_sid: [7] });
  });

  test('privacy signals, schain and eids in ext for a partner of version 2.5, beside one of 2.6 (ruling 53)', async () => {
    market = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
      entries: [{ openrtbVersion: '2.5' }, {}],
    });
    const eids = [{ source: 's' }];
    await market.ask({
      regs: { gdpr: 0, us_privacy: '1YNN', coppa: 0, ext: { gdpr: 0, other: 1 } },
      user: { id: 'u', eids },
      source: { tid: 't' },
    });
    const [older, newer] = market.dsps.map(({ received }) => received[0]);
    expect(older?.headers.get('x-openrtb-version')).toBe('2.5');
    expect(older?.body.regs).toEqual({
      coppa: 0,
      ext: { gdpr: 0, us_privacy: '1YNN', other: 1 },
    });
    expect(older?.body.user).toEqual({ id: 'u', ext: { eids } });
    expect(older?.body.source).toMatchObject({ tid: 't', ext: { schain: { complete: 0 } } });
    expect(older?.body.source).not.toHaveProperty('schain');
    expect(newer?.headers.get('x-openrtb-version')).toBe('2.6');
    expect(newer?.body.regs).toMatchObject({ gdpr: 0, us_privacy: '1YNN' });
    expect(newer?.body.source).toHaveProperty('schain');
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
    expect(nodes[1]).toMatchObject({ asi: '127.0.0.1', sid: 'pub-1', hp: 1 });
  });

  test('fields nobody here knows, as they came (ruling 26)', async () => {
    const body = await outgoing({ 'x-unknown': { deep: [1, null] }, ext: { theirs: true } });
    expect(body['x-unknown']).toEqual({ deep: [1, null] });
    expect(body.ext).toEqual({ theirs: true });
  });

  test('the fields of the config in imp.ext, over those of the caller, and only where they are configured', async () => {
    const prebid = { storedrequest: { id: 'chat' } };
    market = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
      entries: [{ impExt: { prebid, theirs: 'ours' } }, {}],
    });
    const own = { gpid: '/1/chat', prebid: { bidder: { other: {} } }, theirs: 'theirs' };
    await market.ask({ imp: [{ ...MENTION, ext: { ...MENTION.ext, ...own } }] });
    const [named, plain] = market.dsps.map(({ received }) => received[0]?.body.imp[0]);
    expect(named).toMatchObject({
      ext: { ...MENTION.ext, gpid: '/1/chat', theirs: 'ours', prebid },
    });
    expect(JSON.stringify(named)).not.toContain('other');
    expect(plain).toMatchObject({ ext: { ...MENTION.ext, theirs: 'theirs' } });
    expect(JSON.stringify(plain)).not.toContain('prebid');
  });

  test('the headers of the config, in every call', async () => {
    market = await startMarket([(request) => bidOn(request)], {
      entry: { headers: { 'X-Api-Key': 'k-1', 'User-Agent': 'ours' } },
    });
    expect((await market.ask()).status).toBe(200);
    const { headers } = market.dsps[0]?.received[0] ?? {};
    expect(headers?.get('x-api-key')).toBe('k-1');
    expect(headers?.get('user-agent')).toBe('ours');
    expect(headers?.get('content-type')).toBe('application/json');
  });

  test('a bid in a gzip answer is read', async () => {
    market = await startMarket([
      async (request) =>
        new Response(gzipSync(await (await bidOn(request)).text()), {
          headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
        }),
    ]);
    expect((await market.ask()).status).toBe(200);
  });

  test.each([
    [{ countries: ['DE'] }, { device: { geo: { country: 'DEU' } } }],
    [{ publishers: ['pub-1'] }, { site: { publisher: { id: 'pub-1' } } }],
    [{ deviceTypes: [4, 5] }, { device: { devicetype: 4 } }],
    [{ formats: ['native_mention'] }, { imp: [MENTION] }],
  ])('only the requests that it wants: %j', async (only, wanted) => {
    market = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
      entries: [{ only }, {}],
    });
    const answer = await market.ask();
    const { partners } = await market.explain(answer.headers.get('x-request-id') ?? '');
    expect(partners[0]).toMatchObject({ answer: 'skipped', reason: 'not-wanted' });
    expect(market.dsps[0]?.received).toHaveLength(0);
    await market.ask(wanted);
    expect(market.dsps[0]?.received).toHaveLength(1);
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
    market = await startMarket([], {
      extra: [{ name: 'gz', kind: 'openrtb', url: `http://127.0.0.1:${server.port}`, gzip: true }],
    });
    expect((await market.ask()).status).toBe(200);
    expect(encoding as string | null).toBe('gzip');
    expect(length).toBeGreaterThan(100);
    await server.stop(true);
  });
});
