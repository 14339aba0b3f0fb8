import { afterAll, describe, expect, test } from 'bun:test';
import { parse } from 'yaml';
import { type Config, ConfigFault } from '../../src/config/config.ts';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import { load } from '../config-file.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
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

/** Refuses what Prebid Server refuses: an impression that names nobody to ask. */
function startPrebidServer() {
  return startDsp((asked) => {
    const named = asked.imp.every((one) => {
      const { prebid } = (one as { ext?: { prebid?: object } }).ext ?? {};
      return prebid !== undefined && ('bidder' in prebid || 'storedrequest' in prebid);
    });
    return named
      ? bidOn(asked)
      : new Response('imp.ext.prebid.bidder is required', { status: 400 });
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
      const body = JSON.stringify({ id: '1', imp: [own] });
      expect((await post(`${server.url}/openrtb2/auction`, body)).status).toBe(200);
      const [asked] = prebidServer.received[0]?.body.imp ?? [];
      expect(asked).toMatchObject({ ext: { prebid } });
      expect(JSON.stringify(asked)).not.toContain('own');
      if (yaml === withStored) expect(asked as object).toEqual(JSON.parse(imp));
      await Promise.all([server.stop(0), prebidServer.stop()]);
    });
  }
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
