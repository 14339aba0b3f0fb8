import { afterEach, describe, expect, test } from 'bun:test';
import type { Config } from '../../src/host/config/config.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { startTestServer } from '../server.ts';
import { ask } from './request.ts';

let server: Machine | undefined;
afterEach(() => server?.stop(0));

/** Every caller has one request: the second is refused to those who count as the same. */
async function startWith(own: Partial<Config['limits']>): Promise<void> {
  const many = { globalPerSecond: 1_000_000, publisherPerSecond: 1_000_000 };
  const limits = { ...many, ipPerSecond: 1, networks: [], trustedProxies: [], ...own };
  server = await startTestServer({ limits }, () => 1_700_000_000_000);
}

async function start(...trustedProxies: string[]) {
  await startWith({ trustedProxies });
  return async (forwardedFor?: string): Promise<number> => {
    const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor };
    return (await ask(server?.port ?? 0, { headers })).status;
  };
}

test('the addresses of a network with a limit of its own are one caller', async () => {
  const networks = [
    { network: '192.0.2.7', perSecond: 3 },
    { network: '192.0.2.0/24', perSecond: 2 },
  ];
  await startWith({ networks, trustedProxies: ['127.0.0.1'] });
  for (const [ip, status, limit] of [
    ['192.0.2.1', 200, '2'],
    ['192.0.2.2', 200, '2'],
    ['192.0.2.3', 429, '2'],
    ['192.0.2.7', 200, '3'],
    ['198.51.100.1', 200, '1'],
    ['198.51.100.1', 429, '1'],
  ] as const) {
    const answer = await ask(server?.port ?? 0, { headers: { 'X-Forwarded-For': ip } });
    expect([ip, answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([
      ip,
      status,
      limit,
    ]);
  }
});

describe('without trusted proxies', () => {
  test('the peer counts, and X-Forwarded-For is ignored (ruling 40)', async () => {
    const from = await start();
    expect(await from('192.0.2.1')).toBe(200);
    expect(await from('192.0.2.2')).toBe(429);
    expect(await from()).toBe(429);
  });
});

describe('behind a trusted proxy (ruling 40)', () => {
  test('addresses that the caller put in front of its own change nothing', async () => {
    const from = await start('127.0.0.1');
    expect(await from('192.0.2.1')).toBe(200);
    expect(await from('198.51.100.1, 192.0.2.1')).toBe(429);
    expect(await from('198.51.100.2,198.51.100.3 ,  192.0.2.1')).toBe(429);
    expect(await from('127.0.0.1, 192.0.2.1')).toBe(429);
    expect(await from('nonsense, 192.0.2.1')).toBe(429);
  });

  test('further trusted proxies on the way are passed over', async () => {
    const from = await start('127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48');
    expect(await from('192.0.2.1, 10.1.2.3, 2001:db8:ffff::1')).toBe(200);
    expect(await from('192.0.2.1, 10.9.9.9')).toBe(429);
    expect(await from('10.1.2.3, 192.0.2.1, 10.9.9.9')).toBe(429);
    expect(await from('192.0.2.2, 10.9.9.9')).toBe(200);
  });

  test('without a readable forwarded address, the proxy itself counts', async () => {
    const from = await start('127.0.0.1');
    expect(await from()).toBe(200);
    for (const text of ['', 'unknown', '192.0.2.1, _hidden', '999.1.1.1', '1.2.3']) {
      expect(await from(text)).toBe(429);
    }
  });

  test('ports, brackets and mapped addresses do not make another caller', async () => {
    const from = await start('127.0.0.1');
    expect(await from('192.0.2.1')).toBe(200);
    expect(await from('192.0.2.1:4711')).toBe(429);
    expect(await from('::ffff:192.0.2.1')).toBe(429);
    expect(await from('[2001:db8::1]')).toBe(200);
    expect(await from('[2001:db8::1]:4711')).toBe(429);
  });

  test('an IPv6 caller is its whole /64, however it is written', async () => {
    const from = await start('127.0.0.1');
    expect(await from('2001:db8:0:1::1')).toBe(200);
    expect(await from('2001:db8:0:1::2')).toBe(429);
    expect(await from('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe(429);
    expect(await from('2001:db8::1:0:0:192.0.2.1')).toBe(429);
    expect(await from('2001:db8:0:2::1')).toBe(200);
    expect(await from('2001:db8:1:1::1')).toBe(200);
    expect(await from('::')).toBe(200);
  });
});

test('several X-Forwarded-For headers are read as one list', async () => {
  const from = await start('127.0.0.1');
  const port = server?.port ?? 0;
  expect(await from('192.0.2.1')).toBe(200);
  const headers = { 'X-Forwarded-For': '198.51.100.1', 'x-forwarded-for': '192.0.2.1' };
  expect((await ask(port, { headers })).status).toBe(429);
});
