import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Database } from '../../src/ledger/database.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import {
  buy,
  call,
  databaseOf,
  type Exchange,
  SHARED_KEY,
  saleRequest,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { accountsIn, statusAt } from './accounts.ts';
import { onAllWorkers } from './campaigns.ts';

let machines: readonly Exchange[];
let database: Database;
let store: ReturnType<typeof accountsIn>;

const SELLER = { name: 'Chat', domain: 'chat.example', type: 'publisher' } as const;

beforeAll(async () => {
  const dsp = startDsp((request) => bidOn(request));
  atCleanUp(dsp.stop);
  const postgres = await startPostgres();
  const more = `
access: listed
publishers: [{ id: fixed, floors: { default: 1 } }]
partners: [{ name: dsp, kind: openrtb, url: "${dsp.url}" }]`;
  const databaseUrl = await postgres.newDatabase();
  const options = { workers: 2, databaseUrl, keys: [SHARED_KEY], more };
  machines = await Promise.all([startExchange(options), startExchange(options)]);
  database = await databaseOf(machines[0] as Exchange);
  store = accountsIn(database);
});
afterAll(cleanUp);

const everywhere = (publisher: string, status: number, key?: string) =>
  Promise.all(
    machines.map(({ port }) => onAllWorkers(() => statusAt(port, publisher, key), status)),
  );

const both = (status: number) => [[status], [status]];

test('a publisher of the store is served by every worker of every machine in its states alone', async () => {
  expect(await everywhere('pub', 403)).toEqual(both(403));
  await store.addPublisher({ id: 'pub' }, 'invited');
  const reasons = async () => {
    const answers = machines.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}/openrtb2`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: saleRequest({ publisher: 'pub' }),
      });
      return response.text();
    });
    return (await Promise.all(answers)).join();
  };
  expect(await settled(reasons, (text) => !text.includes('not served here'))).toContain(
    'is invited',
  );
  await store.setPublisher('pub', 'active');
  expect(await everywhere('pub', 200)).toEqual(both(200));
  await store.setPublisher('pub', 'paused');
  expect(await everywhere('pub', 403)).toEqual(both(403));
  expect(await reasons()).toContain('is paused');
  await store.setPublisher('pub', 'active');
  expect(await everywhere('pub', 200)).toEqual(both(200));
});

test('its keys are asked for once it has some: two are valid while one replaces the other', async () => {
  const [first, second] = ['the-first-key-of-pub', 'the-second-key-of-pub'];
  await store.giveKeys('pub', [first, second]);
  expect(await everywhere('pub', 401)).toEqual(both(401));
  expect(await everywhere('pub', 200, first)).toEqual(both(200));
  expect(await everywhere('pub', 200, second)).toEqual(both(200));
  await store.giveKeys('pub', [second]);
  expect(await everywhere('pub', 401, first)).toEqual(both(401));
  expect(await everywhere('pub', 200, second)).toEqual(both(200));
  await store.giveKeys('pub', []);
  expect(await everywhere('pub', 200)).toEqual(both(200));
});

test('a block takes an advertiser out of its auctions, and its share is in the next fact', async () => {
  await store.changePublisher({ id: 'pub', blockedDomains: ['brand.example'] });
  expect(await everywhere('pub', 204)).toEqual(both(204));
  await store.changePublisher({ id: 'pub', share: 0.8, seller: SELLER });
  expect(await everywhere('pub', 200)).toEqual(both(200));
  for (const { port } of machines) {
    const { auctionId, burl = '' } = await buy(port, saleRequest({ publisher: 'pub' }));
    expect((await call(burl)).status).toBe(204);
    const [fact] = await settled(
      () => database.query('select * from facts where auction_id = $1', [auctionId]),
      (rows) => rows.length > 0,
    );
    expect(Number(fact?.share_basis_points)).toBe(8000);
  }
  const sellers = async ({ port }: Exchange) =>
    (await fetch(`http://127.0.0.1:${port}/sellers.json`)).text();
  for (const text of await Promise.all(machines.map(sellers)))
    expect(text).toContain('chat.example');
});

test('a limit of its own holds from then on, and one that is removed is unknown again', async () => {
  await store.changePublisher({ id: 'pub', limits: { perSecond: 1 } });
  for (const { port } of machines) {
    const limited = () => Promise.all(Array.from({ length: 40 }, () => statusAt(port, 'pub')));
    expect(await settled(limited, (all) => all.includes(429))).toContain(429);
  }
  await store.setPublisher('pub', 'paused');
  await store.setPublisher('pub', 'deleted');
  const unknown = async () => {
    const body = saleRequest({ publisher: 'pub' });
    const headers = { 'Content-Type': 'application/json', Connection: 'close' };
    const asked = machines.map(async ({ port }) =>
      (await fetch(`http://127.0.0.1:${port}/openrtb2`, { method: 'POST', headers, body })).text(),
    );
    return (await Promise.all(asked)).every((text) => text.includes('is not served here'));
  };
  expect(await settled(unknown, (isSo) => isSo)).toBeTrue();
});

test('one that the config has too is the config’s: it is told once, and the store’s is ignored', async () => {
  await store.addPublisher({ id: 'fixed', blockedDomains: ['brand.example'] }, 'paused');
  await store.addPublisher({ id: 'after' });
  expect(await everywhere('after', 200)).toEqual(both(200));
  expect(await everywhere('fixed', 200)).toEqual(both(200));
  await store.changePublisher({ id: 'fixed', share: 0.1 });
  await store.setPublisher('after', 'paused');
  expect(await everywhere('after', 403)).toEqual(both(403));
  for (const { stdout } of machines) {
    expect(stdout().match(/the config has a publisher of this name/g)).toHaveLength(1);
  }
});
