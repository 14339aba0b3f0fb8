import { afterEach, describe, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import { startTestServer } from '../server.ts';
import { ask, errorOf, MINIMAL, minimalWith } from './request.ts';

const AMPLE = 1_000_000;
const LIMITS = {
  globalPerSecond: AMPLE,
  publisherPerSecond: AMPLE,
  ipPerSecond: AMPLE,
  networks: [],
  trustedProxies: ['127.0.0.1'],
};

let nowMs = 0;
let server: Machine | undefined;
afterEach(() => server?.stop(0));

async function start(limits: Partial<typeof LIMITS>): Promise<number> {
  nowMs = 1_700_000_000_900;
  server = await startTestServer({ limits: { ...LIMITS, ...limits } }, () => nowMs);
  return server.port;
}

function from(ip: string) {
  return { 'X-Forwarded-For': ip };
}

function bodyOf(channel: 'site' | 'app', publisher: string): string {
  return minimalWith({ [`${channel}.publisher.id`]: publisher });
}

describe('a refusal by a limit says which one and when to come back (ruling 7)', () => {
  const scopes = {
    global: { limits: { globalPerSecond: 2 }, headers: () => from(randomIp()) },
    ip: { limits: { ipPerSecond: 2 }, headers: () => from('192.0.2.1') },
    publisher: { limits: { publisherPerSecond: 2 }, headers: () => from(randomIp()) },
  };
  for (const [scope, { limits, headers }] of Object.entries(scopes)) {
    test(scope, async () => {
      const port = await start(limits);
      const send = () => ask(port, { headers: headers(), body: bodyOf('site', 'pub-1') });
      const first = await send();
      expect(first.status).toBe(200);
      expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
      expect((await send()).headers.get('x-ratelimit-remaining')).toBe('0');

      const refused = await send();
      expect(refused.status).toBe(429);
      expect(errorOf(refused)).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        details: { reason: `more than 2 requests in this second (${scope} limit)` },
      });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('x-ratelimit-limit')).toBe('2');
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(refused.headers.get('x-ratelimit-reset')).toBe('1700000001');

      nowMs += 100;
      expect((await send()).status).toBe(200);
    });
  }
});

test('the publisher of an app counts like that of a site (ruling 39)', async () => {
  const port = await start({ publisherPerSecond: 1 });
  expect((await ask(port, { body: bodyOf('site', 'pub-1') })).status).toBe(200);
  expect((await ask(port, { body: bodyOf('app', 'pub-1') })).status).toBe(429);
  expect((await ask(port, { body: bodyOf('app', 'pub-2') })).status).toBe(200);
  expect((await ask(port, { body: MINIMAL })).status).toBe(200);
});

test('refused requests count, whatever was wrong with them (ruling 41)', async () => {
  const port = await start({ ipPerSecond: 4 });
  expect((await ask(port, { body: '{' })).status).toBe(400);
  expect((await ask(port, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(400);
  expect((await ask(port, { method: 'GET' })).status).toBe(405);
  expect((await ask(port, { headers: { 'Content-Length': '2000000' } })).status).toBe(413);
  expect((await ask(port)).status).toBe(429);
  expect((await ask(port, { method: 'GET' })).status).toBe(429);
});

test('health checks, documents and preflights are never refused by a limit', async () => {
  const port = await start({ globalPerSecond: 1 });
  expect((await ask(port)).status).toBe(200);
  expect((await ask(port)).status).toBe(429);
  expect((await ask(port, { method: 'GET', path: '/healthz' })).status).toBe(200);
  expect((await ask(port, { method: 'GET', path: '/formats' })).status).toBe(200);
  expect((await ask(port, { method: 'OPTIONS' })).status).toBe(204);
});

function randomIp(): string {
  return `192.0.2.${1 + Math.floor(Math.random() * 254)}`;
}
