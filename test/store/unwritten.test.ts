import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../eventually.ts';
import { type Exchange, startExchange } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody } from './api.ts';
import { anyCampaign, onEveryWorker, STORE_PARTNER } from './campaigns.ts';

afterAll(cleanUp);

const TOKEN = 'ann-has-this-token';
const ADMIN = `
admin: { port: 0, tokens: [{ name: ann, token: ${TOKEN}, role: admin }] }${STORE_PARTNER}`;

/** The folder with the memory that the supervisor has mapped. */
function sharedFolder({ pid }: Exchange): string {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  const file = maps.split('\n').find((line) => line.endsWith('/memory'));
  return dirname(file?.slice(file.indexOf('/')) ?? '');
}

async function withCampaign() {
  const exchange = await startExchange({ workers: 2, more: ADMIN });
  const ann = apiOf(exchange.adminUrl, TOKEN);
  await ann.create(anyCampaign({ id: 'boots' }));
  expect((await ann.setState('boots', 'active')).status).toBe(200);
  expect(await onEveryWorker(exchange.port, 'boots')).toEqual(['boots']);
  const reason = async () => {
    const { store } = (await (await ann.call('GET', '/status')).json()) as {
      readonly store: { readonly reason?: string };
    };
    return store.reason;
  };
  return { exchange, ann, reason };
}

test('a change that cannot be written for the workers is not acknowledged, and reaches them once it can', async () => {
  const { exchange, ann, reason } = await withCampaign();
  const feed = join(sharedFolder(exchange), 'feed.tsv');
  rmSync(feed);
  mkdirSync(feed);
  const answer = await ann.setState('boots', 'paused');
  const { error } = (await answer.json()) as ErrorBody;
  expect([answer.status, error.code]).toEqual([503, 'NOT_SERVED_YET']);
  expect(error.details.reason).toStartWith('the change is stored, but the workers of this machine');
  expect(await onEveryWorker(exchange.port, 'boots')).toEqual(['boots']);
  await eventually(async () => (await reason()) !== undefined);
  rmdirSync(feed);
  expect(await onEveryWorker(exchange.port, undefined)).toEqual([undefined]);
  await eventually(async () => (await reason()) === undefined);
  const told = exchange.stdout().match(/changes of the store do not reach the workers/g);
  expect(told).toHaveLength(1);
});

test('a change after the shared folder was deleted reaches the workers in another one', async () => {
  const { exchange, ann } = await withCampaign();
  rmSync(sharedFolder(exchange), { recursive: true });
  // Not acknowledged, unless the look of every second has found the folder gone before.
  expect([200, 503]).toContain((await ann.setState('boots', 'paused')).status);
  expect(await onEveryWorker(exchange.port, undefined)).toEqual([undefined]);
  await eventually(async () => (await ann.setState('boots', 'active')).status === 200);
  expect(await onEveryWorker(exchange.port, 'boots')).toEqual(['boots']);
  expect(exchange.stdout()).not.toContain('a worker died');
});
