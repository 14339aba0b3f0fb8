import { afterAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { load } from '../config-file.ts';
import { minimalWith } from '../http/request.ts';
import { buy, call, reportOf, settled, startExchange, stopExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, run, temporaryFolder } from '../process.ts';
import { startTestServer } from '../server.ts';
import { curl, pageOf, post, snippets } from './snippets.ts';

afterAll(cleanUp);

const server = await startTestServer();
afterAll(() => server.stop(0));

describe('docs/integrate/ssp.md', () => {
  test('its request gets an ad under its own ids, and the repairs that the page speaks of', async () => {
    const [request = ''] = snippets('ssp.md', 'json');
    const [command = ''] = snippets('ssp.md', 'sh');
    const answer = await curl(command.replace('-i ', '-s '), server.url, request);
    const { id, seatbid, ext } = JSON.parse(answer) as BidResponse;
    expect(id).toBe(JSON.parse(request).id);
    expect(seatbid[0]?.bid[0]?.impid).toBe(JSON.parse(request).imp[0].id);
    const repairs = ext?.service.test.warnings.map(({ repair }) => repair);
    expect(repairs).toEqual([
      'id-renamed',
      'id-renamed',
      'zero-size-absent',
      'floor-rounded-up',
      'domain-stripped',
    ]);
  });
});

/** `parley mock-dsp` on a free port. */
async function startMock(...options: readonly string[]) {
  const mock = run(['mock-dsp', '--port', '0', ...options]);
  await mock.printed('/bid');
  return { url: /http:\S+\/bid/.exec(mock.stdout())?.[0] ?? '', printed: mock.printed };
}

describe('docs/integrate/bidder.md', () => {
  const [received = '', answered = ''] = snippets('bidder.md', 'json');

  test('its configs are valid', () => {
    const partners = snippets('bidder.md', 'yaml').map((yaml) => load(yaml).partners[0]?.name);
    expect(partners).toEqual(['your-bidder', 'mock']);
  });

  test('a bidder receives such a request, and wins with such an answer', async () => {
    const bodies: string[] = [];
    const bidder = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        bodies.push(await request.text());
        return new Response(answered, { headers: { 'Content-Type': 'application/json' } });
      },
    });
    const url = `http://127.0.0.1:${bidder.port}/`;
    const server = await startTestServer({
      partners: [{ name: 'bidder', kind: 'openrtb', url }],
      listen: { exchangeDomain: 'ads.example.com' },
    });
    const { tmax: _, ...expected } = JSON.parse(received);
    const { cur: __, source: ___, ...request } = expected;
    const response = await post(`${server.url}/openrtb2`, JSON.stringify(request));
    const { seatbid } = (await response.json()) as BidResponse;
    expect(seatbid).toMatchObject([{ seat: 'ridgeline', bid: [{ impid: '1', price: 4.2 }] }]);
    const { tmax, ...asked } = JSON.parse(bodies[0] ?? '');
    expect(tmax).toBeGreaterThan(0);
    expect(asked).toEqual(expected);
    await server.stop(0);
    await bidder.stop(true);
  });

  test('the mock bidder prints what comes', async () => {
    const [command = ''] = snippets('bidder.md', 'sh');
    const args = command.trim().replace('8091', '0').split(' ').slice(1);
    const mock = run(args);
    await mock.printed('/bid');
    const url = /http:\S+\/bid/.exec(mock.stdout())?.[0] ?? '';
    await post(url, JSON.stringify(JSON.parse(received)));
    await mock.printed('request {"tmax":180,"id":"chat-7f3a"');
    await fetch(url.replace('/bid', '/notices/win?price=4.2'));
    await mock.printed('win http');
  });

  test('the mock bidder is asked with the example, with the config of the page', async () => {
    const { url, printed } = await startMock('--print');
    const [, yaml = ''] = snippets('bidder.md', 'yaml');
    const { partners } = load(yaml.replace('http://127.0.0.1:8091/bid', url));
    const server = await startTestServer({ partners });
    const [, command = ''] = snippets('bidder.md', 'sh');
    await curl(command, server.url);
    await printed('request {"tmax":');
    await server.stop(0);
  });

  const misbehaviours = [...pageOf('bidder.md').matchAll(/^\| `(--\S+ 1)` .*\| `(\S+)` +\|$/gm)];
  test('every way to misbehave has a row that is tried', () => {
    expect(misbehaviours).toHaveLength(4);
  });
  for (const [, option = '', answer = ''] of misbehaviours) {
    test(`with ${option} the auction says ${answer}`, async () => {
      const { url } = await startMock(...option.split(' '));
      const timeoutMs = answer === 'timeout' ? 300 : PATIENT_MS;
      const server = await startTestServer({
        partners: [{ name: 'mock', kind: 'openrtb', url, timeoutMs, acceptsTest: true }],
      });
      const id = crypto.randomUUID();
      await post(`${server.url}/openrtb2`, minimalWith({ id }));
      const said = await settled(
        async () => (await fetch(`${server.adminUrl}/auctions/${id}`)).json(),
        (auction) => Bun.deepMatch({ id }, auction as object),
      );
      expect(said).toMatchObject({ partners: [{ name: 'mock', answer }] });
      await server.stop(0);
    });
  }
});

describe('docs/integrate/advertiser.md', () => {
  const CAMPAIGNS = `campaigns:
  - id: tents
    advertiser: Ridgeline Running
    domain: ridge.example
    cpm: 4
    conversions: true
    creatives: [{ id: tent, title: A tent, link: "https://ridge.example/tent" }]
`;

  test('its calls tell of an order, word for word, and the key is the one that it says', async () => {
    const path = join(temporaryFolder(), 'campaigns.yaml');
    writeFileSync(path, CAMPAIGNS);
    const exchange = await startExchange({
      more: `partners:\n  - { name: own, kind: campaigns, path: ${path} }\n`,
    });
    const url = `http://127.0.0.1:${exchange.port}`;
    const page = pageOf('advertiser.md');
    const [, name = ''] = /^bin\/parley advertiser-key own '(.+)'$/m.exec(page) ?? [];
    const asked = run(['advertiser-key', 'own', name], {
      env: { PARLEY_CONFIG: exchange.configFile },
    });
    await asked.exited;
    const key = asked.stdout().trim();
    const keyPath = `/api/advertisers/own/${encodeURIComponent(name)}/key`;
    expect(await (await fetch(`${exchange.adminUrl}${keyPath}`)).json()).toMatchObject({ key });

    const landing = (await call((await buy(exchange.port)).link)).headers.get('location') ?? '';
    const clickId = new URL(landing).searchParams.get('parley_click') ?? '';
    const [command = ''] = snippets('advertiser.md', 'sh');
    const filled = command.replace('ADVERTISER_KEY', key).replace('CLICK_ID', clickId);
    expect(await curl(filled, url)).toBe('204\n');

    const [image = ''] = snippets('advertiser.md', 'html');
    const [, pixel = ''] = /src="https:\/\/ads\.example\.com([^"]+)"/.exec(image) ?? [];
    const answer = await fetch(`${url}${pixel.replace('CLICK_ID', clickId)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    await stopExchange(exchange);
    const rows = await reportOf(exchange, 'campaign');
    expect(rows.find(({ campaign }) => campaign === 'tents')).toMatchObject({
      conversions: 1,
      pixel_conversions: 1,
      conversion_value_usd: '129.90',
    });
  });

  test('its program for Shopify tells of an order that Shopify has signed, and of no other', async () => {
    const calls: { readonly body: unknown; readonly key: string | null }[] = [];
    const exchange = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        calls.push({
          body: await request.json(),
          key: request.headers.get('authorization'),
        });
        return new Response(null, { status: 204 });
      },
    });
    const folder = temporaryFolder();
    const [program = ''] = snippets('advertiser.md', 'js');
    const printing = program.replace(
      '.listen(Number(PORT))',
      `.listen(0, function () { console.log('port', this.address().port); })`,
    );
    expect(printing).not.toBe(program);
    writeFileSync(join(folder, 'webhook.mjs'), printing);
    const hook = run(['webhook.mjs'], {
      command: process.execPath,
      folder,
      env: {
        SHOPIFY_WEBHOOK_SECRET: 'shop-secret',
        PARLEY_URL: `http://127.0.0.1:${exchange.port}`,
        PARLEY_ADVERTISER_KEY: 'key',
      },
    });
    await hook.printed('port');
    const port = /port (\d+)/.exec(hook.stdout())?.[1];
    const send = (body: string, secret: string) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: {
          'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
        },
      });
    const order = {
      id: 1042,
      total_price: '129.90',
      currency: 'USD',
      note_attributes: [{ name: 'parley_click', value: 'the-click' }],
    };
    expect((await send(JSON.stringify(order), 'another')).status).toBe(401);
    expect((await send(JSON.stringify(order), 'shop-secret')).status).toBe(200);
    expect((await send('{"id":1,"note_attributes":[]}', 'shop-secret')).status).toBe(200);
    expect(calls).toEqual([
      {
        key: 'Bearer key',
        body: {
          click_id: 'the-click',
          event: 'purchase',
          value: '129.90',
          currency: 'USD',
          order_id: '1042',
        },
      },
    ]);
    await exchange.stop(true);
  });
});
