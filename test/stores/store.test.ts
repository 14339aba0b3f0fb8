import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { bid, saleRequest } from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { dumpOf } from '../postgres/restore.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { type ErrorBody, startStore } from '../store/api.ts';
import { anyCampaign, winnerAt } from '../store/campaigns.ts';

/** Two machines with one store on one Postgres, which goes down and back. */

type Store = Awaited<ReturnType<typeof startStore>>;

let postgres: PostgresServer;
let databaseUrl: string;
let machines: readonly Store[] = [];
let first: Store;
let second: Store;

const LISTED = { access: 'listed', publishers: [{ id: 'pub-1' }] } as const;
const DATA = temporaryFolder();

/** Why machines were to end. */
const ends: string[] = [];
const start = (config: object = {}) =>
  startStore({ databaseUrl, ...LISTED, ...config }, { end: (reason) => void ends.push(reason) });

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.newDatabase();
  first = await start();
  second = await start({ dataDir: DATA });
  machines = [first, second];
});
afterAll(async () => {
  await Promise.all(machines.map(({ stop }) => stop()));
  await cleanUp();
});

/** Until all of them say so. */
const everywhere = <T>(ask: (port: number) => Promise<T>, wanted: T) =>
  eventually(async () =>
    (await Promise.all(machines.map(({ port }) => ask(port)))).every((one) => one === wanted),
  );

const wins = (campaign: string | undefined) => everywhere((port) => winnerAt(port), campaign);
const statusAt = async (port: number, publisher: string) =>
  (await bid(port, saleRequest({ publisher }))).status;
const serves = (publisher: string, status: number) =>
  everywhere((port) => statusAt(port, publisher), status);

async function done(method: string, path: string, body?: object): Promise<void> {
  const reply = await first.ada.call(method, path, body);
  if (!reply.ok) throw new Error(await reply.text());
}

async function makeCampaign(id: string, cpm: number): Promise<void> {
  await done('POST', '/api/campaigns?partner=own', anyCampaign({ id, cpm }));
  await done('POST', `/api/campaigns/own/${id}/state`, { state: 'active' });
  expect((await first.ada.review(`${id}/${id}-card`, { state: 'approved' })).ok).toBeTrue();
}

const setPublisher = (id: string, state: string) =>
  done('POST', `/api/publishers/${id}/state`, { state });

test('a change of one machine reaches the other: campaigns, publishers and blocked advertisers', async () => {
  await makeCampaign('far', 3);
  await wins('far');
  await done('POST', '/api/campaigns/own/far/state', { state: 'paused' });
  await wins(undefined);
  await done('POST', '/api/campaigns/own/far/state', { state: 'active' });
  await wins('far');
  await done('POST', '/api/publishers', { id: 'pub' });
  await setPublisher('pub', 'active');
  await serves('pub', 200);
  await setPublisher('pub', 'paused');
  await serves('pub', 403);
  await done('POST', '/api/publishers', { id: 'open' });
  await setPublisher('open', 'active');
  await serves('open', 200);
  await done('POST', '/api/advertisers/far.example/state', { state: 'blocked' });
  await wins(undefined);
  await done('POST', '/api/advertisers/far.example/state', { state: 'active' });
  await wins('far');
});

test('while the database is down an edit is refused and what is stored serves; a machine that starts knows nothing, and refuses publishers that may be there', async () => {
  await postgres.kill();
  const refused = await first.ada.setState('far', 'paused');
  const { error } = (await refused.json()) as ErrorBody;
  expect([refused.status, error.details.reason]).toEqual([
    503,
    expect.stringContaining('the database does not answer'),
  ]);
  await wins('far');
  await second.stop();
  second = await start({ dataDir: DATA });
  machines = [first, second];
  expect(await statusAt(second.port, 'open')).toBe(503);
  expect(await statusAt(second.port, 'pub')).toBe(503);
  await postgres.start();
  await eventually(async () => (await first.ada.setState('far', 'paused')).ok);
  await wins(undefined);
  await setPublisher('pub', 'active');
  await done('POST', '/api/campaigns/own/far/state', { state: 'active' });
  await serves('pub', 200);
});

test('after a backup was put in, every machine ends, and its next start does what the backup says: what was paused since sells again, what was made since does not', async () => {
  await wins('far');
  const restore = await dumpOf(postgres, databaseUrl);
  await done('POST', '/api/campaigns/own/far/state', { state: 'paused' });
  await setPublisher('pub', 'paused');
  await done('POST', '/api/publishers', { id: 'since' });
  await setPublisher('since', 'active');
  await makeCampaign('late', 2);
  await wins('late');
  await serves('since', 200);
  expect(ends).toEqual([]);
  await restore();
  // Each as often as its heart beats.
  await eventually(() => ends.length > 4);
  // By how much, or to before the start of a machine that has only just connected.
  expect(ends[0]).toStartWith('the database went back ');
  await Promise.all(machines.map(({ stop }) => stop()));
  first = await start();
  second = await start({ dataDir: DATA });
  machines = [first, second];
  await wins('far');
  await serves('pub', 200);
  await serves('since', 403);
  for (const { ada } of machines) {
    expect(await (await ada.read('far')).json()).toMatchObject({ state: 'active' });
    expect((await ada.read('late')).status).toBe(404);
  }
});
