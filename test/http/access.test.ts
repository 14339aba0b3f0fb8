import { afterEach, describe, expect, test } from 'bun:test';
import type { Config } from '../../src/host/config/config.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { startTestServer } from '../server.ts';
import { ask, errorOf, minimalWith } from './request.ts';

const KEY = 'a-key-of-pub-keyed';
const PUBLISHERS: Config['publishers'] = [
  { id: 'pub-listed' },
  { id: 'pub-keyed', keys: ['an-older-key-of-it', KEY], limits: { perSecond: 2 } },
];
const LIMITS = {
  globalPerSecond: 1000,
  publisherPerSecond: 1000,
  ipPerSecond: 1000,
  networks: [],
  trustedProxies: [],
};

let server: Machine | undefined;
afterEach(() => server?.stop(0));

async function start(
  access: Config['access'],
  limits: Partial<typeof LIMITS> = {},
  publishers = PUBLISHERS,
) {
  const config = { access, publishers, limits: { ...LIMITS, ...limits } };
  server = await startTestServer(config, () => 1_700_000_000_000);
  const { port } = server;
  return (
    publisher: string,
    key?: string,
    body = minimalWith({ 'site.publisher.id': publisher }),
  ) => ask(port, { body, headers: key === undefined ? {} : { Authorization: `Bearer ${key}` } });
}

describe('a publisher with keys', () => {
  test('is served with one of them, and gets a 401 with the error body otherwise', async () => {
    const send = await start('open');
    expect((await send('pub-keyed', KEY)).status).toBe(200);
    for (const key of [undefined, 'a-key-of-pub-other']) {
      const refused = await send('pub-keyed', key);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect(errorOf(refused)).toMatchObject({ code: 'UNAUTHORIZED', message: 'Not authorised' });
      expect(errorOf(refused).request_id).toBe(refused.headers.get('x-request-id') ?? '');
    }
  });

  test('does not lose its limit to callers without a key', async () => {
    const send = await start('open');
    for (let i = 0; i < 5; i++) expect((await send('pub-keyed')).status).toBe(401);
    expect((await send('pub-keyed', KEY)).headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await send('pub-keyed', KEY)).status).toBe(200);
    expect((await send('pub-keyed', KEY)).status).toBe(429);
  });
});

describe('access for publishers with keys', () => {
  const KEYED: Config['publishers'] = [{ id: 'pub-keyed', keys: [KEY] }];

  test('serves those that show theirs, at both endpoints', async () => {
    await start('keyed', {}, KEYED);
    for (const path of ['/openrtb2', '/openrtb2/auction']) {
      const send = (publisher: string, key?: string) =>
        ask(server?.port ?? 0, {
          path,
          body: minimalWith({ 'site.publisher.id': publisher }),
          headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
        });
      expect((await send('pub-keyed', KEY)).status).toBe(200);
      const withoutKey = await send('pub-keyed');
      expect(withoutKey.status).toBe(401);
      expect(withoutKey.headers.get('www-authenticate')).toBe('Bearer');
      expect(errorOf(withoutKey)).toMatchObject({
        code: 'UNAUTHORIZED',
        details: { reason: expect.stringContaining('expected the header Authorization: Bearer') },
        request_id: withoutKey.headers.get('x-request-id'),
      });
      const wrongKey = await send('pub-keyed', 'a-key-of-pub-other');
      expect(wrongKey.status).toBe(401);
      expect(errorOf(wrongKey).details.reason).toContain('is none of this publisher’s keys');
      const unknown = await send('pub-unknown', KEY);
      expect(unknown.status).toBe(403);
      expect(errorOf(unknown)).toMatchObject({
        code: 'FORBIDDEN',
        message: 'Publisher not admitted',
        request_id: unknown.headers.get('x-request-id'),
      });
    }
  });
});

describe('access for listed publishers', () => {
  test('comes after the format of the body and before its fields', async () => {
    const send = await start('listed');
    expect(errorOf(await send('', undefined, '{')).code).toBe('INVALID_REQUEST');
    const body = minimalWith({ 'site.publisher.id': 'pub-unknown', id: 5 });
    expect(errorOf(await send('', undefined, body)).code).toBe('FORBIDDEN');
    const listed = minimalWith({ 'site.publisher.id': 'pub-listed', id: 5 });
    expect(errorOf(await send('', undefined, listed)).code).toBe('INVALID_FIELD_TYPE');
  });
});
