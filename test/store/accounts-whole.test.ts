import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { bidOn, startDsp } from '../auction/partners.ts';
import { eventually } from '../eventually.ts';
import {
  buy,
  call,
  databaseOf,
  type Exchange,
  type ExchangeOptions,
  SHARED_KEY,
  settled,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { startListeningDsp } from '../notices/listening-dsp.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { dumpOf } from '../postgres/restore.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { accountsIn, statusAt } from './accounts.ts';
import { onAllWorkers } from './campaigns.ts';

afterAll(cleanUp);

const OPTIONS = { workers: 2, keys: [SHARED_KEY], more: '\naccess: listed\npartners: []' } as const;

const everyWorker = ({ port }: Exchange, publisher: string, status: number) =>
  onAllWorkers(() => statusAt(port, publisher), status);

/** An exchange that sells to a publisher and by a partner that the store has. */
async function withAccounts(options: ExchangeOptions = OPTIONS) {
  const dsp = startDsp((request) => bidOn(request));
  atCleanUp(dsp.stop);
  const exchange = await startExchange(options);
  const store = accountsIn(await databaseOf(exchange));
  await store.addPublisher({ id: 'pub' });
  await store.addPartner({ name: 'dsp', kind: 'openrtb', url: dsp.url });
  expect(await everyWorker(exchange, 'pub', 200)).toEqual([200]);
  return { exchange, store };
}

const workersOf = async ({ adminUrl }: Exchange) =>
  ((await (await fetch(`${adminUrl}/status`)).json()) as { readonly workers: readonly number[] })
    .workers;

test('accounts of the store are served by a worker that takes the place of another, and after a reload of the config', async () => {
  const { exchange, store } = await withAccounts();
  const before = await workersOf(exchange);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  const areReplaced = async () => {
    const now = await workersOf(exchange);
    return now.length === before.length && !now.some((pid) => before.includes(pid));
  };
  await eventually(areReplaced);
  // A worker has a process before it has opened the port.
  const isOpen = () => statusAt(exchange.port, 'pub').then(Boolean, () => false);
  await eventually(isOpen);
  expect(await everyWorker(exchange, 'pub', 200)).toEqual([200]);

  const text = await Bun.file(exchange.configFile).text();
  const more =
    'publishers: [{ id: fixed }]\npartners: [{ name: other, kind: openrtb, url: "http://127.0.0.1:9/" }]';
  writeFileSync(exchange.configFile, text.replace('partners: []', more));
  process.kill(exchange.pid, 'SIGHUP');
  await exchange.printed('"config reloaded"');
  expect(await everyWorker(exchange, 'pub', 200)).toEqual([200]);
  expect(await everyWorker(exchange, 'fixed', 200)).toEqual([200]);
  await store.setPublisher('pub', 'paused');
  expect(await everyWorker(exchange, 'pub', 403)).toEqual([403]);
  await store.setPartner('dsp', 'paused');
  expect(await everyWorker(exchange, 'fixed', 204)).toEqual([204]);
});

test('an exchange that starts while its database is down serves the accounts as it last knew them, and one that knows none refuses publishers that may be there', async () => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.newDatabase();
  const dataDir = temporaryFolder();
  const options = { ...OPTIONS, databaseUrl, more: '\npartners: []' };
  const { exchange, store } = await withAccounts({ ...options, dataDir });
  await store.addPublisher({ id: 'idle' });
  await store.setPublisher('idle', 'paused');
  expect(await everyWorker(exchange, 'idle', 403)).toEqual([403]);
  await stopExchange(exchange);
  await postgres.kill();
  const again = await startExchange({ ...options, dataDir });
  expect(await statusAt(again.port, 'pub')).toBe(200);
  expect(await statusAt(again.port, 'idle')).toBe(403);
  const fresh = await startExchange(options);
  expect(await statusAt(fresh.port, 'pub')).toBe(503);
  await postgres.start();
  expect(await everyWorker(fresh, 'pub', 200)).toEqual([200]);
  expect(await everyWorker(fresh, 'idle', 403)).toEqual([403]);
  expect(await everyWorker(again, 'pub', 200)).toEqual([200]);
});

test('after a backup was put in, a machine serves the accounts that it has', async () => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.newDatabase();
  const { exchange, store } = await withAccounts({ ...OPTIONS, databaseUrl });
  const restore = await dumpOf(postgres, databaseUrl);
  await store.setPublisher('pub', 'paused');
  await store.addPublisher({ id: 'since' });
  expect(await everyWorker(exchange, 'since', 200)).toEqual([200]);
  expect(await everyWorker(exchange, 'pub', 403)).toEqual([403]);
  await restore();
  expect(await everyWorker(exchange, 'pub', 200)).toEqual([200]);
  expect(await everyWorker(exchange, 'since', 403)).toEqual([403]);
});

test('a partner that was removed is told of its sales, also after a restart', async () => {
  const dsp = startListeningDsp();
  const dataDir = temporaryFolder();
  const options = { dataDir, workers: 2, more: '\npartners: []' };
  const first = await startExchange(options);
  const store = accountsIn(await databaseOf(first));
  await store.addPartner({
    name: 'dsp',
    kind: 'openrtb',
    url: dsp.bidUrl,
    internalNotices: true,
    trackers: 'server',
  });
  expect(await everyWorker(first, 'pub', 200)).toEqual([200]);
  const sales = await Promise.all([buy(first.port), buy(first.port)]);
  await store.setPartner('dsp', 'paused');
  await store.setPartner('dsp', 'deleted');
  expect(await everyWorker(first, 'pub', 204)).toEqual([204]);
  const bills = () => dsp.told.filter((path) => path.startsWith('/burl'));
  expect((await call(sales[0]?.burl ?? '')).status).toBe(204);
  expect(
    await settled(
      async () => bills().length,
      (count) => count > 0,
    ),
  ).toBe(1);
  await stopExchange(first);

  const second = await startExchange(options);
  expect((await call(sales[1]?.burl ?? '', { port: second.port })).status).toBe(204);
  expect(
    await settled(
      async () => bills().length,
      (count) => count > 1,
    ),
  ).toBe(2);
  const { query } = await databaseOf(second);
  expect(await query('select partner, kind from facts')).toEqual(
    Array(2).fill({ partner: 'dsp', kind: 'bill' }),
  );
  // Its campaigns are its own: none of ours has delivered.
  expect(await query(`select * from campaign_delivery where partner = 'dsp'`)).toEqual([]);
});
