import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_BYTES_MAX } from '../../src/ledger/journal.ts';
import { segmentName } from '../../src/ledger/read-journals.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { eventually } from '../eventually.ts';
import { expectExactly } from '../ledger/recount.ts';
import {
  bid,
  buy,
  call,
  databaseOf,
  metricOf,
  type OwnExchange,
  settled,
  startHere,
} from '../notices/exchange.ts';
import { startNoticeLoad } from '../notices/notice-load.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';

/** A Postgres that is killed, and comes back. */
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** Known without the database. */
const LISTED = [{ id: 'pub-1' }];

const upOf = (exchange: OwnExchange) => () => metricOf(exchange, 'parley_database_up');
const bytesOf = (exchange: OwnExchange) => () => metricOf(exchange, 'parley_journal_bytes');
const loadOn = (exchange: OwnExchange) =>
  startNoticeLoad({ port: () => exchange.port, clients: 2, isRough: false });

/** None before the machine has made its tables. */
async function countFacts({ query }: Database): Promise<number> {
  const rows = await query('select count(*) as count from facts').catch(() => []);
  return Number(rows[0]?.count ?? 0);
}

test.each(['is gone for a while', 'was away at the start'])(
  'an exchange whose database %s bids and takes notices, and nothing is missing when it is back',
  async (outage) => {
    const databaseUrl = await postgres.newDatabase();
    if (outage === 'was away at the start') await postgres.kill();
    const exchange = await startHere({ databaseUrl, publishers: LISTED });
    const load = loadOn(exchange);
    await load.more(20);
    await postgres.kill();
    expect(await settled(upOf(exchange), (up) => up === 0)).toBe(0);
    const soldBefore = load.sales();
    await load.more(60);
    expect(load.sales()).toBeGreaterThan(soldBefore + 10);
    expect(await settled(bytesOf(exchange), (bytes) => bytes > 0)).toBeGreaterThan(0);
    await postgres.start();
    expect(await settled(upOf(exchange), (up) => up === 1)).toBe(1);
    await load.more(20);
    await load.stop();
    // The metric of undrained bytes is that of the last look, so the facts themselves are awaited.
    const database = await databaseOf(exchange);
    await eventually(async () => (await countFacts(database)) >= load.acknowledged.size);
    await exchange.stop(0);
    expect(load.surprises).toEqual([]);
    await expectExactly(database, load.acknowledged);
  },
);

test('journals at their bound, which nobody drains, refuse notices with a 503 until there is room; bidding goes on', async () => {
  const databaseUrl = await postgres.newDatabase();
  await postgres.kill();
  const exchange = await startHere({ databaseUrl, publishers: LISTED });
  const { nurl, burl = '' } = await buy(exchange.port);
  expect((await call(nurl)).status).toBe(204);

  // As large as all journals may be, without taking the room.
  const filling = join(exchange.dataDir, 'journals', segmentName('1-filling', 0));
  writeFileSync(filling, '');
  truncateSync(filling, JOURNAL_BYTES_MAX);
  const refused = await settled(
    async () => call((await buy(exchange.port)).nurl),
    ({ status }) => status !== 204,
  );
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const statusOf = async () => (await call(burl)).status;
  expect(await statusOf()).toBe(503);
  expect((await bid(exchange.port)).status).toBe(200);
  const full = { result: 'unavailable' };
  expect(await metricOf(exchange, 'parley_notices_total', full)).toBeGreaterThanOrEqual(2);

  rmSync(filling);
  expect(await settled(statusOf, (status) => status === 204)).toBe(204);
  await postgres.start();
  await exchange.stop(0);
});
