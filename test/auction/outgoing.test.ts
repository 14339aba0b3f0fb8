import { afterEach, describe, expect, test } from 'bun:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readPath } from '../conformance/paths.ts';
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

  test('of a signal in two places the one that restricts (ruling 61)', async () => {
    const { regs } = await outgoing({
      regs: {
        gdpr: 0,
        us_privacy: '1YNN',
        gpp_sid: ['7'],
        ext: { gdpr: 1, us_privacy: '1YYN', gpp_sid: 2 },
      },
    });
    expect(regs).toEqual({ gdpr: 1, us_privacy: '1YYN', gpp_sid: [7, 2] });
  });

  const PERMITTING = 'DBABLA~BVQqAAAAAmA.QA';
  const OPTING_OUT = 'DBABBg~BUUAAACA.QA';
  const ofBoth = (name: string, top: unknown, inExt: unknown) => ({
    [name]: top,
    ext: { [name]: inExt },
  });

  test.each<readonly [string, Readonly<Record<string, unknown>>, string, unknown]>([
    ['no consent of two', { user: ofBoth('consent', 'FULL', 'DENY') }, 'user.consent', undefined],
    ['the consent that is not empty', { user: ofBoth('consent', '', 'C') }, 'user.consent', 'C'],
    [
      'the GPP string that opts out, in ext',
      { regs: { gpp_sid: [7, 8], ...ofBoth('gpp', PERMITTING, OPTING_OUT) } },
      'regs.gpp',
      OPTING_OUT,
    ],
    [
      'the GPP string that opts out, at the top',
      { regs: { gpp_sid: [7, 8], ...ofBoth('gpp', OPTING_OUT, PERMITTING) } },
      'regs.gpp',
      OPTING_OUT,
    ],
    [
      'no GPP string of two, where none opts out',
      { regs: ofBoth('gpp', PERMITTING, OPTING_OUT) },
      'regs.gpp',
      undefined,
    ],
    [
      'no GPP string beside one of another type',
      { regs: { gpp_sid: [7], ...ofBoth('gpp', PERMITTING, [OPTING_OUT]) } },
      'regs.gpp',
      undefined,
    ],
    [
      'the GPP string that is not empty',
      { regs: { gpp_sid: [7], ...ofBoth('gpp', '', PERMITTING) } },
      'regs.gpp',
      PERMITTING,
    ],
    ['that the GDPR applies by a section', { regs: { gdpr: 0, gpp_sid: [2] } }, 'regs.gdpr', 1],
    ['that it applies by a section alone', { regs: { ext: { gpp_sid: '2' } } }, 'regs.gdpr', 1],
  ])('%s, in the places of 2.6 and of 2.5 (ruling 61)', async (_, changes, place, told) => {
    market = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
      entries: [{ openrtbVersion: '2.5' }, {}],
    });
    await market.ask(changes);
    const [older, newer] = market.dsps.map(({ received }) => received[0]?.body);
    const placeInExt = place.replace('.', '.ext.');
    expect(readPath(newer, place)).toEqual(told);
    expect(readPath(older, placeInExt)).toEqual(told);
    expect([readPath(newer, placeInExt), readPath(older, place)]).toEqual([undefined, undefined]);
  });

  test.each(['regs.coppa', 'regs.gpc', 'device.lmt', 'device.dnt'])(
    'that %s is set, where only ext says so (ruling 61)',
    async (place) => {
      const [parent = '', name = ''] = place.split('.');
      for (const set of [1, 'yes']) {
        const body = await outgoing({ [parent]: ofBoth(name, 0, set) });
        expect(readPath(body, place)).toBe(1);
        await market?.stop();
      }
    },
  );

  test('Global Privacy Control in ext, where partners read it, from either place', async () => {
    const { regs } = await outgoing({ regs: ofBoth('gpc', 1, 0) });
    expect(regs).toEqual({ gpc: 1, ext: { gpc: '1' } });
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

  test('the fields of the config in imp.ext where the caller sent no ext', async () => {
    market = await startMarket([(request) => bidOn(request)], {
      entry: { impExt: { placement: 7 } },
    });
    await market.ask({ imp: [{ id: '1', native: { request: NATIVE } }] });
    expect(market.dsps[0]?.received[0]?.body.imp[0]).toMatchObject({ ext: { placement: 7 } });
  });

  test('the configured domain of this exchange in the supply chain', async () => {
    market = await startMarket([(request) => bidOn(request)], {
      config: { listen: { exchangeDomain: 'ads.example.com' } },
    });
    await market.ask({ site: { publisher: { id: 'pub-1' } } });
    expect(market.dsps[0]?.received[0]?.body.source).toMatchObject({
      schain: { complete: 1, nodes: [{ asi: 'ads.example.com', sid: 'pub-1', hp: 1 }] },
    });
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
