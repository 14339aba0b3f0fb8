import { afterEach, describe, expect, test } from 'bun:test';
import { PATIENT_MS } from '../../../../test/patience.ts';
import { createNoticeClient } from './notice-client.ts';
import { createPartnerClient } from './partner-client.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A service of our own that no stranger may have called. */
function startInternal(hostname = '127.0.0.1') {
  const paths: string[] = [];
  const server = Bun.serve({
    hostname,
    port: 0,
    fetch(request) {
      paths.push(new URL(request.url).pathname);
      return new Response('secret');
    },
  });
  stops.push(() => server.stop(true));
  return { port: server.port, paths };
}

const REFUSED = {
  failure:
    'the host has no address that may be called: those of your own network need internalNotices of the partner',
};
const PARTNERS = [
  { name: 'outside', url: 'https://93.184.215.14/bid' },
  { name: 'inside, not trusted', url: 'http://127.0.0.1:9/bid' },
  { name: 'named inside, not trusted', url: 'http://localhost:9/bid' },
  { name: 'distrusted', url: 'http://127.0.0.1:9/bid', internalNotices: false },
  { name: 'trusted', url: 'http://127.0.0.1:9/bid', internalNotices: true },
  { name: 'trusted outside', url: 'https://93.184.215.14/bid', internalNotices: true },
  { name: 'shop', url: 'embedded' },
  { name: 'house' },
];

const clientOf = () => createNoticeClient(() => PARTNERS);
const get = (url: string) => ({ method: 'GET' as const, url, headers: {} });

describe('a URL of a bid', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '127.1',
    '017700000001',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost.',
    '%31%32%37.0.0.1',
  ];
  test.each(hosts)('does not lead to our own machine as %s', async (host) => {
    const { port, paths } = startInternal('0.0.0.0');
    const reply = await clientOf()(get(`http://${host}:${port}/`), PATIENT_MS, 'outside');
    expect(reply).toEqual({ failure: expect.any(String) });
    expect(paths).toEqual([]);
  });

  const networks = ['169.254.169.254', '10.0.0.1', '[fd00:ec2::254]', '[64:ff9b::a9fe:a9fe]'];
  test.each(networks)('does not lead to %s', async (host) => {
    const send = clientOf();
    for (const scheme of ['http', 'https']) {
      expect(await send(get(`${scheme}://${host}/latest/`), PATIENT_MS, 'outside')).toEqual(
        REFUSED,
      );
    }
  });

  test.each(['inside, not trusted', 'named inside, not trusted', 'distrusted', 'shop', 'house'])(
    'of the partner "%s" leads to the internet alone',
    async (partner) => {
      const { port, paths } = startInternal();
      expect(await clientOf()(get(`http://127.0.0.1:${port}/`), PATIENT_MS, partner)).toEqual(
        REFUSED,
      );
      expect(paths).toEqual([]);
    },
  );

  test.each(['trusted', 'trusted outside'])(
    'of a partner that the config trusts may lead inside, wherever its own URL leads: %s',
    async (partner) => {
      const { port, paths } = startInternal();
      const send = clientOf();
      for (const host of ['127.0.0.1', 'localhost']) {
        const reply = await send(get(`http://${host}:${port}/won`), PATIENT_MS, partner);
        expect(reply).toEqual({ status: 200, text: 'secret' });
      }
      expect(paths).toEqual(['/won', '/won']);
    },
  );

  test('leads inside for as long as the config trusts the partner', async () => {
    const { port, paths } = startInternal();
    let isTrusted = true;
    const send = createNoticeClient(() => [{ name: 'dsp', internalNotices: isTrusted }]);
    const call = get(`http://127.0.0.1:${port}/`);
    expect(await send(call, PATIENT_MS, 'dsp')).toHaveProperty('status', 200);
    isTrusted = false;
    expect(await send(call, PATIENT_MS, 'dsp')).toEqual(REFUSED);
    expect(paths).toHaveLength(1);
  });

  test('is not followed where it redirects, so that no redirect leads inside', async () => {
    const { port, paths } = startInternal();
    const redirecting = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => Response.redirect(`http://127.0.0.1:${port}/secret`, 302),
    });
    stops.push(() => redirecting.stop(true));
    const call = get(`http://127.0.0.1:${redirecting.port}/`);
    expect(await clientOf()(call, PATIENT_MS, 'trusted')).toHaveProperty('status', 302);
    expect(paths).toEqual([]);
  });

  test('does not lead inside on a connection that another partner may have', async () => {
    const { port, paths } = startInternal();
    const send = clientOf();
    const call = get(`http://127.0.0.1:${port}/`);
    expect(await send(call, PATIENT_MS, 'trusted')).toHaveProperty('status', 200);
    expect(await send(call, PATIENT_MS, 'outside')).toEqual(REFUSED);
    expect(paths).toHaveLength(1);
  });
});

describe('a client that may not call everywhere', () => {
  test('asks about the address behind a name, and connects to the one that is allowed', async () => {
    const { port } = startInternal();
    const asked: string[] = [];
    const send = createPartnerClient({ isAllowed: (address) => asked.push(address) > 0 });
    expect(await send(get(`http://localhost:${port}/`), PATIENT_MS)).toHaveProperty('status', 200);
    expect(asked).toContain('127.0.0.1');
    expect(asked).not.toContain('localhost');
  });
});
