import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../eventually.ts';
import { bid, type Exchange, saleRequest, startExchange } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody } from '../store/api.ts';
import { anyCampaign, onAllWorkers, onEveryWorker } from '../store/campaigns.ts';

const TOKEN = 'ann-has-this-token';
const CONFIG = `
access: listed
publishers: [{ id: pub-1 }]
admin: { port: 0, tokens: [{ name: ann, token: ${TOKEN}, role: admin }] }
partners: [{ name: own, kind: campaigns, store: true }]`;

let exchange: Exchange;
let ann: ReturnType<typeof apiOf>;
beforeAll(async () => {
  exchange = await startExchange({ workers: 2, more: CONFIG });
  ann = apiOf(exchange.adminUrl, TOKEN);
  await ann.create(anyCampaign({ id: 'boots' }));
  expect((await ann.setState('boots', 'active')).status).toBe(200);
  await done('/api/publishers', { id: 'pub' });
  await done('/api/publishers/pub/state', { state: 'active' });
  await onEveryWorker(exchange.port, 'boots');
});
afterAll(cleanUp);

async function done(path: string, body: object): Promise<void> {
  const reply = await ann.call('POST', path, body);
  if (!reply.ok) throw new Error(await reply.text());
}

const statusOf = async () =>
  (await (await ann.call('GET', '/status')).json()) as {
    readonly workers: readonly number[];
    readonly store: { readonly reason?: string };
  };

const everyWorker = (publisher: string, status: number) =>
  onAllWorkers(
    // A worker has a process before it has opened the port.
    () =>
      bid(exchange.port, saleRequest({ publisher })).then(
        (one) => one.status,
        () => 0,
      ),
    status,
  );

/** The folder with the memory that the supervisor has mapped. */
function sharedFolder(): string {
  const maps = readFileSync(`/proc/${exchange.pid}/maps`, 'utf8');
  const file = maps.split('\n').find((line) => line.endsWith('/memory'));
  return dirname(file?.slice(file.indexOf('/')) ?? '');
}

test('publishers, campaigns and blocks of the store hold on workers that take the place of others, and after a reload of the config', async () => {
  expect(await everyWorker('pub', 200)).toEqual([200]);
  const { workers } = await statusOf();
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    const now = (await statusOf()).workers;
    return now.length === workers.length && !now.some((pid) => workers.includes(pid));
  });
  expect(await everyWorker('pub', 200)).toEqual([200]);
  const text = readFileSync(exchange.configFile, 'utf8');
  writeFileSync(exchange.configFile, text.replace('{ id: pub-1 }', '{ id: pub-1 }, { id: two }'));
  process.kill(exchange.pid, 'SIGHUP');
  await exchange.printed('"config reloaded"');
  expect(await everyWorker('two', 200)).toEqual([200]);
  expect(await everyWorker('pub', 200)).toEqual([200]);
  await done('/api/publishers/pub/state', { state: 'paused' });
  expect(await everyWorker('pub', 403)).toEqual([403]);
  await done('/api/advertisers/boots.example/state', { state: 'blocked' });
  expect(await everyWorker('pub-1', 204)).toEqual([204]);
  await done('/api/advertisers/boots.example/state', { state: 'active' });
  expect(await everyWorker('pub-1', 200)).toEqual([200]);
});

test('a change that cannot be written for the workers is not acknowledged, and reaches them once it can', async () => {
  const feed = join(sharedFolder(), 'feed.tsv');
  rmSync(feed);
  mkdirSync(feed);
  const answer = await ann.setState('boots', 'paused');
  const { error } = (await answer.json()) as ErrorBody;
  expect([answer.status, error.code]).toEqual([503, 'NOT_SERVED_YET']);
  expect(await onEveryWorker(exchange.port, 'boots')).toEqual(['boots']);
  await eventually(async () => (await statusOf()).store.reason !== undefined);
  rmdirSync(feed);
  expect(await onEveryWorker(exchange.port, undefined)).toEqual([undefined]);
  await eventually(async () => (await statusOf()).store.reason === undefined);
  const told = exchange.stdout().match(/changes of the store do not reach the workers/g);
  expect(told).toHaveLength(1);
});
