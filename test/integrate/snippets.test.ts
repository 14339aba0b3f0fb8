import { afterAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { advertiserKey } from '../../src/programs/cli/advertiser-key.ts';
import { report } from '../../src/programs/cli/report.ts';
import { startMockDsp } from '../../src/programs/mock-dsp/mock-dsp.ts';
import { runCommand } from '../command.ts';
import { load } from '../config-file.ts';
import { eventually } from '../eventually.ts';
import { buy, call } from '../notices/exchange.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { startTestServer } from '../server.ts';
import { startFrom } from '../start-from.ts';
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
    const repairs = ext?.service?.test.warnings.map(({ repair }) => repair);
    expect(repairs).toEqual([
      'id-renamed',
      'id-renamed',
      'zero-size-absent',
      'floor-rounded-up',
      'domain-stripped',
    ]);
  });
});

/** The mock bidder, with what it is told. */
function startMock() {
  const lines: string[] = [];
  const mock = startMockDsp({ tell: (line) => lines.push(line) });
  atCleanUp(mock.stop);
  const told = (text: string) => eventually(() => lines.some((line) => line.startsWith(text)));
  return { url: mock.bidUrl, told };
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

  test('the mock bidder tells what comes, and is asked with the example, with the config of the page', async () => {
    const { url, told } = startMock();
    const [, yaml = ''] = snippets('bidder.md', 'yaml');
    const { partners } = load(yaml.replace('http://127.0.0.1:8091/bid', url));
    const asking = await startTestServer({ partners });
    const [, command = ''] = snippets('bidder.md', 'sh');
    await curl(command, asking.url);
    await told('request {"tmax":');
    await fetch(url.replace('/bid', '/notices/win?price=4.2'));
    await told('win http');
    await asking.stop(0);
  });
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
    const exchange = await startFrom(
      `partners:\n  - { name: own, kind: campaigns, path: ${path} }\n`,
    );
    const page = pageOf('advertiser.md');
    const [, name = ''] = /^bin\/parley advertiser-key own '(.+)'$/m.exec(page) ?? [];
    const env = { PARLEY_CONFIG: exchange.configFile, PARLEY_DATA_DIR: exchange.dataDir };
    const asked = await runCommand(advertiserKey, ['own', name], env);
    const key = asked.stdout.trim();
    const keyPath = `/api/advertisers/own/${encodeURIComponent(name)}/key`;
    expect(await (await fetch(`${exchange.adminUrl}${keyPath}`)).json()).toMatchObject({ key });

    const landing = (await call((await buy(exchange.port)).link)).headers.get('location') ?? '';
    const clickId = new URL(landing).searchParams.get('parley_click') ?? '';
    const [command = ''] = snippets('advertiser.md', 'sh');
    const filled = command.replace('ADVERTISER_KEY', key).replace('CLICK_ID', clickId);
    expect(await curl(filled, exchange.url)).toBe('204\n');

    const [image = ''] = snippets('advertiser.md', 'html');
    const [, pixel = ''] = /src="https:\/\/ads\.example\.com([^"]+)"/.exec(image) ?? [];
    const answer = await fetch(`${exchange.url}${pixel.replace('CLICK_ID', clickId)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    await exchange.stop();
    const reported = await runCommand(report, ['--format', 'json', '--by', 'campaign'], env);
    const { rows } = JSON.parse(reported.stdout) as { rows: { campaign: string }[] };
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
    const [program = ''] = snippets('advertiser.md', 'js');
    const file = join(temporaryFolder(), 'webhook.mjs');
    writeFileSync(
      file,
      program.replace('createServer(async', 'export const server = createServer(async'),
    );
    Object.assign(process.env, {
      PORT: '0',
      SHOPIFY_WEBHOOK_SECRET: 'shop-secret',
      PARLEY_URL: `http://127.0.0.1:${exchange.port}`,
      PARLEY_ADVERTISER_KEY: 'key',
    });
    const { server: hook } = (await import(file)) as { readonly server: Server };
    for (const name of ['PORT', 'SHOPIFY_WEBHOOK_SECRET', 'PARLEY_URL', 'PARLEY_ADVERTISER_KEY'])
      delete process.env[name];
    const { port } = hook.address() as AddressInfo;
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
    hook.close();
    await exchange.stop(true);
  });
});
