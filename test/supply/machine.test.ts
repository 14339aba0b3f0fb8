import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { eventually } from '../eventually.ts';
import { ask, errorOf, minimalWith } from '../http/request.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { startTestServer } from '../server.ts';
import { storeCheck } from './support.ts';

afterAll(cleanUp);

/** No resolver has names below it. */
const seller = { name: 'Media', domain: 'media.invalid', type: 'publisher' } as const;
const PUBLISHERS = [
  { id: 'pub-1', seller, origins: ['https://chat.other.example'] },
  { id: 'pub-2', seller },
];
const LINE = 'ads.example, pub-1, DIRECT';

test('the admin port says what a publisher has to publish, checks it, and says where it is offline', async () => {
  const server = await startTestServer({
    publishers: PUBLISHERS,
    listen: { publicUrl: 'https://bid.ads.example', exchangeDomain: 'ads.example' },
  });
  const call = async (method: 'GET' | 'POST', path: string) => {
    const response = await fetch(`${server.adminUrl}/api/publishers/${path}`, { method });
    return { status: response.status, body: await response.json() };
  };
  const before = await call('GET', 'pub-1/supply');
  expect(before).toMatchObject({
    status: 200,
    body: {
      publisher: 'pub-1',
      domain: 'media.invalid',
      adsTxt: { urls: ['https://media.invalid/ads.txt', expect.any(String)], lines: [LINE] },
      adagents: { entry: { url: 'https://bid.ads.example' } },
      mismatches: [expect.stringContaining('https://chat.other.example')],
      lastCheck: null,
      // With `access: open`, it sells without the line.
      held: null,
    },
  });
  const checked = await call('POST', 'pub-1/supply/check');
  expect(checked).toMatchObject({
    status: 200,
    body: {
      lastCheck: {
        result: 'unreachable',
        sentence: expect.stringContaining('or this machine is offline'),
      },
    },
  });
  expect((await call('GET', 'pub-1/supply')).body).toEqual(checked.body);
  // Of a few seconds ago, so it is not made again.
  expect((await call('POST', 'pub-1/supply/check')).body).toEqual(checked.body);
  expect((await call('GET', 'pub-3/supply')).status).toBe(404);
  expect((await call('POST', 'pub-3/supply/check')).status).toBe(404);
  await server.stop(0);
});

describe('a server whose access is verified', () => {
  test('holds a publisher with what to publish where, serves it once a check has matched, and remembers it over a restart', async () => {
    const dataDir = temporaryFolder();
    const location = { kind: 'sqlite', file: join(dataDir, 'parley.db') } as const;
    const start = async () => {
      const server = await startTestServer({
        publishers: PUBLISHERS,
        access: 'verified',
        partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
        listen: { exchangeDomain: 'ads.example' },
        dataDir,
      });
      const send = (publisher: string) =>
        ask(server.port, { body: minimalWith({ 'site.publisher.id': publisher }) });
      return { server, send };
    };
    const first = await start();
    await eventually(async () => errorOf(await first.send('pub-1')).details.reason.includes(LINE));
    const held = await first.send('pub-1');
    expect(held.status).toBe(403);
    expect(errorOf(held)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Publisher not admitted',
      details: { reason: expect.stringContaining(`https://media.invalid/ads.txt`) },
    });
    // Of another machine.
    const database = await openDatabase(location);
    const check = { result: 'matched', sentence: '', domain: 'media.invalid' } as const;
    await storeCheck(database, 'pub-1', { ...check, files: [], mismatches: [] });
    await database.close();
    await eventually(async () => (await first.send('pub-1')).status === 200);
    expect((await first.send('pub-2')).status).toBe(403);
    expect(errorOf(await first.send('stranger')).details.reason).toBe(
      'the publisher of this request is not served here',
    );
    await first.server.stop(0);
    const second = await start();
    await eventually(async () => (await second.send('pub-1')).status === 200);
    expect((await second.send('pub-2')).status).toBe(403);
    await second.server.stop(0);
  });
});
