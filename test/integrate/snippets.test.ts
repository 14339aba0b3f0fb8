import { afterAll, describe, expect, test } from 'bun:test';
import { ConfigFault } from '../../src/config/config.ts';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { load } from '../config-file.ts';
import { cleanUp, run } from '../process.ts';
import { startTestServer } from '../server.ts';
import { post, snippets } from './snippets.ts';

afterAll(cleanUp);

describe('docs/integrate/ssp.md', () => {
  const server = startTestServer();
  afterAll(() => server.stop(0));

  test('its request gets an ad under its own ids, and the repairs that the page speaks of', async () => {
    const [request = ''] = snippets('ssp.md', 'json');
    const response = await post(`${server.url}/openrtb2/auction`, request);
    expect(response.status).toBe(200);
    const { id, seatbid, ext } = (await response.json()) as BidResponse;
    expect(id).toBe(JSON.parse(request).id);
    expect(seatbid[0]?.bid[0]?.impid).toBe(JSON.parse(request).imp[0].id);
    const repairs = ext?.service.test.warnings.map(({ repair }) => repair);
    expect(repairs).toEqual([
      ...['id-renamed', 'id-renamed', 'zero-size-absent'],
      ...['floor-rounded-up', 'domain-stripped'],
    ]);
  });
});

describe('docs/integrate/bidder.md', () => {
  const [received = '', answered = ''] = snippets('bidder.md', 'json');

  test('its config is one', () => {
    const [yaml = ''] = snippets('bidder.md', 'yaml');
    expect(load(yaml)).not.toBeInstanceOf(ConfigFault);
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
    const server = startTestServer({ partners: [{ name: 'bidder', kind: 'openrtb', url }] });
    const { tmax: _, ...request } = JSON.parse(received);
    const response = await post(`${server.url}/openrtb2`, JSON.stringify(request));
    const { seatbid } = (await response.json()) as BidResponse;
    expect(seatbid).toMatchObject([{ seat: 'ridgeline', bid: [{ impid: '1', price: 4.2 }] }]);
    const { tmax, ...asked } = JSON.parse(bodies[0] ?? '');
    expect(tmax).toBeGreaterThan(0);
    expect(asked).toMatchObject(request);
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
});
