import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { ConfigFault, loadConfig } from '../../src/config/config.ts';
import { completeSetup } from '../../src/config/setup.ts';
import { freePort } from '../../src/http/free-port.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { silentLog } from '../../src/observe/log.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { shareWork } from '../../src/supervisor/shared-files.ts';
import { heldReason } from '../../src/supply/held.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { ask, errorOf, minimalWith } from '../http/request.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { startTestServer } from '../server.ts';

afterAll(cleanUp);

/** No resolver has names below it. */
const seller = { name: 'Media', domain: 'media.invalid', type: 'publisher' } as const;
const PUBLISHERS = [
  { id: 'pub-1', seller, origins: ['https://chat.other.example'] },
  { id: 'pub-2', seller },
];
const LINE = 'ads.example, pub-1, DIRECT';

describe('the admin port', () => {
  let server: Machine | undefined;
  afterEach(() => server?.stop(0));

  async function start() {
    server = await startTestServer({
      publishers: PUBLISHERS,
      listen: {
        host: '127.0.0.1',
        port: 0,
        workers: 1,
        publicUrl: 'https://bid.ads.example',
        exchangeDomain: 'ads.example',
        tls: undefined,
      },
    });
    const { adminUrl } = server;
    return async (method: 'GET' | 'POST', path: string) => {
      const response = await fetch(`${adminUrl}/api/publishers/${path}`, { method });
      return { status: response.status, body: await response.json() };
    };
  }

  test('says what a publisher has to publish, checks it, and says where it is offline', async () => {
    const call = await start();
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
        held: expect.stringContaining(LINE),
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
  });

  test('knows no other publishers', async () => {
    const call = await start();
    expect((await call('GET', 'pub-3/supply')).status).toBe(404);
    expect((await call('POST', 'pub-3/supply/check')).status).toBe(404);
  });
});

describe('a server whose access is verified', () => {
  /** A worker on a port of its own, and what sets whom it holds. */
  function start() {
    const config = loadConfig({ PARLEY_DATA_DIR: temporaryFolder() }, '/nonexistent');
    if (config instanceof ConfigFault) throw new Error(config.message);
    const listen = { ...config.listen, host: '127.0.0.1' };
    const setup = completeSetup({
      ...config,
      listen,
      access: 'verified',
      publishers: PUBLISHERS,
      notices: { keys: ['a key for tests that is long enough'] },
    });
    if (setup instanceof ConfigFault) throw new Error(setup.message);
    const work = shareWork(setup, { workers: 1, machineId: 'm', catalogUrl: undefined });
    atCleanUp(async () => work.remove());
    const port = freePort('127.0.0.1');
    const placement = { port, isPortShared: false, slot: 0, journal: crypto.randomUUID() };
    const worker = startWorker(work.assignment, placement, createRuntime(silentLog));
    atCleanUp(() => worker.stop(0));
    const send = (publisher: string) =>
      ask(port, { body: minimalWith({ 'site.publisher.id': publisher }) });
    return { worker, send, reload: () => worker.reload(work.assignment) };
  }

  test('holds a publisher with what to publish where, and serves it once it is verified', async () => {
    const { worker, send, reload } = start();
    expect((await send('pub-1')).status).toBe(403);
    const [publisher] = PUBLISHERS;
    if (publisher === undefined) throw new Error('there is one');
    const exchange = { domain: 'ads.example', url: 'https://bid.ads.example' };
    worker.supplyHolds.set('pub-1', heldReason(publisher, exchange, undefined));
    const held = await send('pub-1');
    expect(held.status).toBe(403);
    expect(errorOf(held)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Publisher not admitted',
      details: { reason: expect.stringContaining(`https://media.invalid/ads.txt`) },
    });
    expect(errorOf(held).details.reason).toContain(LINE);
    worker.supplyHolds.set('pub-1', undefined);
    expect((await send('pub-1')).status).toBe(200);
    // Others are not concerned, and a reload forgets nothing.
    reload();
    expect((await send('pub-1')).status).toBe(200);
    expect((await send('pub-2')).status).toBe(403);
    worker.supplyHolds.set('pub-1', 'again');
    expect((await send('pub-1')).status).toBe(403);
  });

  test('knows listed publishers alone', async () => {
    const { worker, send } = start();
    worker.supplyHolds.set('stranger', undefined);
    expect(errorOf(await send('stranger')).details.reason).toBe(
      'the publisher of this request is not served here',
    );
  });
});
