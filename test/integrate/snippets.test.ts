import { afterAll, describe, expect, test } from 'bun:test';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { load } from '../config-file.ts';
import { minimalWith } from '../http/request.ts';
import { settled } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, run } from '../process.ts';
import { startTestServer } from '../server.ts';
import { curl, pageOf, post, snippets } from './snippets.ts';

afterAll(cleanUp);

describe('docs/integrate/ssp.md', () => {
  const server = startTestServer();
  afterAll(() => server.stop(0));

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
    const server = startTestServer({
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
    const server = startTestServer({ partners });
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
      const server = startTestServer({
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
