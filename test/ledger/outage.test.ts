import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { JOURNAL_BYTES_MAX } from '../../src/ledger/journal.ts';
import { segmentName } from '../../src/ledger/segments.ts';
import { eventually } from '../eventually.ts';
import {
  bid,
  buy,
  call,
  databaseOf,
  type Exchange,
  metricOf,
  SHARED_KEY,
  settled,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { type NoticeLoad, startNoticeLoad } from '../notices/notice-load.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { expectExactly } from './recount.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** Error lines of a log, by their message. */
function errorsIn(log: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (!line.includes('"level":50')) continue;
    const { msg } = JSON.parse(line) as { readonly msg: string };
    counts.set(msg, (counts.get(msg) ?? 0) + 1);
  }
  return counts;
}

/** Until facts have waited for longer than anybody waits who asks the database again. */
async function severalTries(exchange: Exchange): Promise<void> {
  const lag = () => metricOf(exchange, 'parley_ledger_lag_seconds');
  expect(await settled(lag, (seconds) => seconds > 2)).toBeGreaterThan(2);
}

/** Ends both, and recounts. */
async function expectNothingMissing(exchange: Exchange, load: NoticeLoad): Promise<void> {
  await load.stop();
  await stopExchange(exchange);
  expect(load.surprises).toEqual([]);
  await expectExactly(await databaseOf(exchange), load.acknowledged);
}

test('while the database is gone bidding and notices go on, it is said once, and nothing is missing when it is back', async () => {
  const databaseUrl = await postgres.newDatabase();
  const exchange = await startExchange({ workers: 2, databaseUrl, keys: [SHARED_KEY] });
  const load = startNoticeLoad({ port: () => exchange.port, clients: 4, isRough: false });
  const isUp = () => metricOf(exchange, 'parley_database_up');
  const lag = () => metricOf(exchange, 'parley_journal_bytes');
  await load.more(50);
  expect(await settled(isUp, (value) => value === 1)).toBe(1);

  await postgres.kill();
  expect(await settled(isUp, (value) => value === 0)).toBe(0);
  const soldBefore = load.sales();
  await severalTries(exchange);
  await load.more(100);
  expect(load.sales()).toBeGreaterThan(soldBefore + 20);
  expect(await settled(lag, (bytes) => bytes > 0)).toBeGreaterThan(0);
  const errors = errorsIn(exchange.stdout());
  expect([...errors.keys()]).toContain(
    'the journals cannot be drained: their entries stay on disk until they can',
  );
  expect([...errors].filter(([, times]) => times > 1)).toEqual([]);

  await postgres.start();
  expect(await settled(isUp, (value) => value === 1)).toBe(1);
  await load.more(20);
  await expectNothingMissing(exchange, load);
});

/** Known without the database: a publisher, and campaigns in a file. */
const LISTED = `
publishers: [{ id: pub-1 }]
partners: [{ name: house, kind: campaigns, path: "${DEFAULT_CAMPAIGNS_FILE}" }]`;

test('an exchange starts, bids and takes notices while its database is away, and catches up when it comes', async () => {
  const databaseUrl = await postgres.newDatabase();
  await postgres.kill();
  const exchange = await startExchange({ databaseUrl, keys: [SHARED_KEY], more: LISTED });
  const load = startNoticeLoad({ port: () => exchange.port, clients: 2, isRough: false });
  await load.more(30);
  await eventually(() => errorsIn(exchange.stdout()).size > 0);
  await severalTries(exchange);
  expect((await buy(exchange.port)).price).toBeGreaterThan(0);
  expect(await metricOf(exchange, 'parley_database_up')).toBe(0);
  const lag = () => metricOf(exchange, 'parley_journal_bytes');
  expect(await settled(lag, (bytes) => bytes > 0)).toBeGreaterThan(0);
  const errors = errorsIn(exchange.stdout());
  expect([...errors.keys()]).toContain(
    'the database cannot be reached: entries stay in the journals until it can',
  );
  // The trouble that says what to do is another line, once too.
  expect(new Set(errors.values())).toEqual(new Set([1]));

  await postgres.start();
  const isUp = () => metricOf(exchange, 'parley_database_up');
  expect(await settled(isUp, (value) => value === 1)).toBe(1);
  await expectNothingMissing(exchange, load);
});

test('journals at their bound, which nobody drains, refuse notices with a 503 until there is room; bidding goes on', async () => {
  const databaseUrl = await postgres.newDatabase();
  await postgres.kill();
  const exchange = await startExchange({ databaseUrl, keys: [SHARED_KEY], more: LISTED });
  const { nurl, burl = '' } = await buy(exchange.port);
  expect((await call(nurl)).status).toBe(204);

  // As large as all journals may be, without taking the room.
  const filling = join(exchange.dataDir, 'journals', segmentName('1-filling', 0));
  writeFileSync(filling, '');
  truncateSync(filling, JOURNAL_BYTES_MAX);
  const statusOf = async () => (await call(burl)).status;
  const sold = await settled(
    async () => {
      const next = await buy(exchange.port);
      return { next, answer: await call(next.nurl) };
    },
    ({ answer }) => answer.status !== 204,
  );
  expect(sold.answer.status).toBe(503);
  expect(Number(sold.answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await sold.answer.text()).toContain(
    'the journals are full until the database has caught up',
  );
  expect(await statusOf()).toBe(503);
  expect((await bid(exchange.port)).status).toBe(200);
  await exchange.printed('the journal accepts no entries');
  const full = { result: 'unavailable' };
  expect(await metricOf(exchange, 'parley_notices_total', full)).toBeGreaterThanOrEqual(2);

  rmSync(filling);
  expect(await settled(statusOf, (status) => status === 204)).toBe(204);
  await postgres.start();
  await stopExchange(exchange);
});
