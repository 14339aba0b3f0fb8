import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createParley } from '../../kit/src/parley.ts';
import { PATIENT_ASK_MS } from '../../kit/test/patient-ask.ts';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { type Config, ConfigFault } from '../../src/host/config/config.ts';
import { EXAMPLES } from '../../src/parts/playground/page/examples.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import { load } from '../config-file.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, ROOT } from '../process.ts';
import { startTestServer } from '../server.ts';
import { post, snippets } from './snippets.ts';

afterAll(cleanUp);

const [goAlias = '', javaAlias = '', withBidders = '', withStored = ''] = snippets(
  'prebid-server.md',
  'yaml',
);
const [request = '', imp = ''] = snippets('prebid-server.md', 'json');

const NATIVE = '{"ver":"1.2","assets":[{"id":1,"required":1,"title":{"len":90}}]}';

/** The partners of a config on the page, at the address of a server of the test, which has all time to answer. */
function partnersOf(yaml: string, url: string): Config['partners'] {
  const config = load(yaml, { SHARETHROUGH_PKEY: 'k-1' });
  if (config instanceof ConfigFault) throw new Error(config.message);
  return config.partners.map(
    (partner) => ({ ...partner, url, timeoutMs: PATIENT_MS }) as typeof partner,
  );
}

type AskedOfPrebid = {
  readonly site?: { readonly id?: string; readonly page?: string };
  readonly imp: readonly { readonly id: string; readonly ext?: { readonly prebid?: object } }[];
};

/** Why Prebid Server would refuse a request: an impression that names nobody to ask, a site that nobody can tell. */
function refusalOf({ site, imp: imps }: AskedOfPrebid): string | undefined {
  const isNamed = imps.every(({ ext: { prebid = {} } = {} }) =>
    ['bidder', 'storedrequest'].some((key) => Object.hasOwn(prebid, key)),
  );
  if (!isNamed) return 'imp.ext.prebid.bidder is required';
  return site?.id || site?.page ? undefined : 'site should include at least one of id or page';
}

function startPrebidServer() {
  return startDsp((asked) => {
    const refusal = refusalOf(asked);
    return refusal === undefined ? bidOn(asked) : new Response(refusal, { status: 400 });
  });
}

describe('docs/integrate/prebid-server.md', () => {
  test('both configs for Prebid Server are YAML and name the endpoint that repairs', () => {
    const endpoint = 'https://ads.example.com/openrtb2/auction';
    expect(parse(goAlias)).toMatchObject({ endpoint, openrtb: { version: 2.6 } });
    const { generic } = parse(javaAlias).adapters;
    expect(generic.aliases.parley).toMatchObject({ endpoint, 'ortb-version': '2.6' });
  });

  test('its request gets an ad in the declared format, and the parameters of Prebid reach nobody', async () => {
    const dsp = startDsp(bidOn);
    const server = await startTestServer({
      partners: [{ name: 'dsp', kind: 'openrtb', url: dsp.url }],
    });
    const { imp: imps, ext } = JSON.parse(request);
    const native = { ver: '1.2', request: PRODUCT_CARD };
    const body = { id: '1', test: 1, imp: imps.map((one: object) => ({ ...one, native })), ext };
    const response = await post(`${server.url}/openrtb2/auction`, JSON.stringify(body));
    const { seatbid } = (await response.json()) as BidResponse;
    expect(seatbid[0]?.bid[0]?.ext).toMatchObject({
      service: { format: { id: 'native_product_card' } },
    });
    await post(`${server.url}/openrtb2/auction`, JSON.stringify({ ...body, test: 0 }));
    expect(JSON.stringify(dsp.received[0]?.body)).not.toContain('prebid');
    await Promise.all([server.stop(0), dsp.stop()]);
  });

  for (const [what, yaml, prebid] of [
    [
      'its bidders',
      withBidders,
      {
        bidder: {
          sharethrough: { pkey: 'k-1' },
          smaato: { publisherId: '7001', adspaceId: '9001' },
        },
      },
    ],
    ['its stored impression', withStored, { storedrequest: { id: 'chat-native' } }],
  ] as const) {
    test(`a server that needs what Prebid Server needs is asked with ${what}, and wins`, async () => {
      const prebidServer = startPrebidServer();
      const server = await startTestServer({ partners: partnersOf(yaml, prebidServer.url) });
      const own = {
        id: '1',
        native: { request: NATIVE },
        ext: { prebid: { bidder: { own: {} } } },
      };
      const body = JSON.stringify({ id: '1', imp: [own], site: { id: 'chat' } });
      expect((await post(`${server.url}/openrtb2/auction`, body)).status).toBe(200);
      const [asked] = prebidServer.received[0]?.body.imp ?? [];
      expect(asked).toMatchObject({ ext: { prebid } });
      expect(JSON.stringify(asked)).not.toContain('own');
      if (yaml === withStored) expect(asked as object).toEqual(JSON.parse(imp));
      await Promise.all([server.stop(0), prebidServer.stop()]);
    });
  }

  test('what Prebid Server says of a request that it refuses is in the explanation, and not in the answer', async () => {
    const prebidServer = startPrebidServer();
    const [partner] = partnersOf(withStored, prebidServer.url);
    const { impExt: _, ...unnamed } = partner as typeof partner & { impExt: object };
    const server = await startTestServer({ partners: [unnamed as Config['partners'][number]] });
    const body = JSON.stringify({ id: 'refused', imp: [{ id: '1', native: { request: NATIVE } }] });
    const response = await post(`${server.url}/openrtb2/auction?empty=200`, body);
    expect(await response.text()).not.toContain('imp.ext.prebid.bidder');
    const explanation = await fetch(`${server.adminUrl}/requests/refused`);
    expect(await explanation.json()).toMatchObject({
      partners: [
        {
          name: 'prebid-server',
          answer: 'malformed',
          reason: 'HTTP status 400',
          body: 'imp.ext.prebid.bidder is required',
        },
      ],
    });
    await Promise.all([server.stop(0), prebidServer.stop()]);
  });
});

describe('Prebid Server behind the exchange does not refuse the request', () => {
  const exampleOf = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  for (const [whose, body] of [
    ['of the README', exampleOf('examples/request.json')],
    ['of docs/integrate/ssp.md', JSON.parse(snippets('ssp.md', 'json')[0] ?? '')],
    ...EXAMPLES.map(({ name, request }) => [`"${name}" of the page Try it`, request]),
  ]) {
    test(whose, async () => {
      const prebidServer = startPrebidServer();
      const server = await startTestServer({ partners: partnersOf(withStored, prebidServer.url) });
      await post(`${server.url}/openrtb2/auction`, JSON.stringify({ ...body, test: 0 }));
      expect(prebidServer.received.map((asked) => refusalOf(asked.body))).toEqual([undefined]);
      await Promise.all([server.stop(0), prebidServer.stop()]);
    });
  }

  test('of the kit, which tells an origin and nothing else of the page', async () => {
    const prebidServer = startPrebidServer();
    const server = await startTestServer({ partners: partnersOf(withStored, prebidServer.url) });
    const parley = createParley({
      url: server.url,
      publisher: 'pub-1',
      timeoutMs: PATIENT_ASK_MS,
    });
    await parley.ask({
      messages: [{ role: 'user', content: 'I need trail running shoes under $150' }],
      request: new Request('http://chat.example.com/me/4711?q=shoes', {
        headers: { host: 'chat.example.com', referer: 'http://chat.example.com/me/4711' },
      }),
    });
    const [asked] = prebidServer.received;
    expect(asked?.body.site).toMatchObject({ page: 'http://chat.example.com' });
    expect(JSON.stringify(asked?.body)).not.toContain('4711');
    await Promise.all([server.stop(0), prebidServer.stop()]);
  });
});

const PRODUCT_CARD = JSON.stringify({
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, required: 1, data: { type: 1 } },
    { id: 4, required: 1, data: { type: 12 } },
  ],
});
