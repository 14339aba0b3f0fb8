import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/ledger/database.ts';
import { checkSchema, migrate } from '../../src/ledger/migrate.ts';
import { MIGRATIONS, twoSides } from '../../src/ledger/migrations/all.ts';
import { runReport } from '../../src/ledger/report.ts';
import { jsonOf } from '../../src/ledger/report-text.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp, run, temporaryFolder } from '../process.ts';
import { drainOf, journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { expectExactly } from './recount.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const MINUTE_MS = AT_MS - (AT_MS % 60_000);
const DAY = { fromMs: AT_MS - 86_400_000, toMs: AT_MS + 86_400_000 };
const { publisher, country, format, intent, funnel, sentiment, turn } = DIMENSIONS;
const KEPT = [publisher, country, format, intent, funnel, sentiment, turn];

/** A database of 0.1 with one impression of 0.0021 USD, and the counts of it. */
async function asBefore(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location);
  atCleanUp(() => database.close());
  await migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(twoSides)));
  const dimensions = 'publisher, country, format, intent, funnel, sentiment, turn';
  await database.query(
    `insert into facts (${dimensions}, auction_id, imp_id, kind, at_ms, price_micros, spend_nanos, sold_ms,
       partner, seat, campaign, creative, sale_price_micros, bills_on, is_test, machine)
     values ($1, $2, $3, $4, $5, $6, $7, 'old', '1', 'impression', ${AT_MS}, 2100000, 2100000, ${aFact().sale.soldMs},
       'acme', 's', 'shoes', 'c', 2500000, 'impression', 0, 1)`,
    KEPT,
  );
  await database.query(
    `insert into rollups (${dimensions}, minute_ms, partner, campaign, reason, requests, refusals, no_bids, asked,
       bids, sold, wins, impressions, viewables, clicks, losses, spend_nanos)
     values ($1, $2, $3, $4, $5, $6, $7, ${MINUTE_MS}, 'acme', 'shoes', '', 0, 0, 0, 0, 0, 7, 0, 1, 0, 0, 0, 2100000)`,
    KEPT,
  );
  return database;
}

async function reportOf(database: Database, by = 'campaign') {
  const report = await runReport(database, { by: [by], ...DAY });
  if ('reason' in report) throw new Error(report.reason);
  return jsonOf(report);
}

async function drained(
  database: Database,
  auctions: readonly string[],
  atMs = AT_MS,
): Promise<void> {
  const folder = temporaryFolder();
  await journalOf(
    folder,
    auctions.map((auctionId) => factEntry(aFact({ auctionId, atMs }))),
  );
  await drainOf(folder, database).drainOnce();
}

describe.each([...KINDS])('on %s', (kind) => {
  test('what was sold before there were shares is owed to the publisher in full (ruling 74)', async () => {
    const database = await asBefore(await newLocation(kind, postgres));
    expect(await migrate(database)).toBeUndefined();
    const sums = { sold: 7, impressions: 1, spend_usd: '0.0021', earnings_usd: '0.0021' };
    expect(await reportOf(database)).toMatchObject({ rows: [{ ...sums, margin_usd: '0.00' }] });
    const [fact] = await database.query('select earned_nanos, share_basis_points from facts');
    expect([fact?.earned_nanos, fact?.share_basis_points].map(Number)).toEqual([2_100_000, 10_000]);
  });

  test('counts of the same minute before and after the upgrade are summed up', async () => {
    const database = await asBefore(await newLocation(kind, postgres));
    await migrate(database);
    await drained(database, ['new-1']);
    await drained(database, ['new-2', 'old']);
    expect(await reportOf(database)).toMatchObject({
      rows: [{ sold: 7, impressions: 3, spend_usd: '0.0063', earnings_usd: '0.00504' }],
      totals: { margin_usd: '0.00126' },
    });
    // One of before, one since.
    expect(await database.query('select minute_ms from rollups')).toHaveLength(2);
  });

  test('every row of counts has a primary key, also those of before', async () => {
    const database = await asBefore(await newLocation(kind, postgres));
    const [row] = await database.query('select * from rollups');
    const others = { ...row, campaign: 'hats' };
    const names = Object.keys(others);
    await database.query(
      `insert into rollups (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      Object.values(others),
    );
    await migrate(database);
    const rows = await database.query('select minute_ms, cell from rollups');
    expect(new Set(rows.map(({ cell }) => cell)).size).toBe(2);
    for (const { cell } of rows) expect(cell).toStartWith('0.1 ');
    const keys = {
      postgres: `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = 'rollups'::regclass and indisprimary order by attnum`,
      sqlite: "select name from pragma_table_info('rollups') where pk > 0 order by pk",
    };
    const key = (await database.query(keys[kind])).map(({ name }) => name);
    expect(key).toEqual(['minute_ms', 'cell']);
    await expect(database.query('update rollups set cell = null')).rejects.toThrow(/not.null/i);
  });

  test('a count is one row for its minute and dimensions, however often it grows', async () => {
    const database = await openLedger(await newLocation(kind, postgres));
    await drained(database, ['a']);
    await drained(database, ['b', 'c']);
    const rows = await database.query('select cell, impressions from rollups');
    expect(rows.map((row) => Number(row.impressions))).toEqual([3]);
    expect(rows[0]?.cell).toMatch(/^[\w-]{24}$/);
    await expectExactly(database, new Set(['a', 'b', 'c'].map((id) => `${id} impression`)));
  });

  test('a dimension that the tables lack is added at the start, and is unknown in what they hold', async () => {
    const location = await newLocation(kind, postgres);
    const database = await openLedger(location);
    await drained(database, ['a']);
    for (const table of ['facts', 'rollups']) {
      await database.query(`alter table ${table} drop column turn`);
    }
    const lacking = 'The table facts has no turn yet, which this Parley needs: ';
    const fault = { reason: `${lacking}start Parley on it once, which upgrades it.` };
    expect(await checkSchema(database)).toEqual(fault);
    const env =
      location.kind === 'sqlite'
        ? { PARLEY_DATA_DIR: join(location.file, '..') }
        : { DATABASE_URL: location.url };
    const child = run(['report'], { env });
    expect(await child.exited).toMatchObject({ code: 1 });
    expect(child.stderr()).toBe(`parley report: ${fault.reason}\n`);

    expect(await migrate(database)).toBeUndefined();
    expect(await checkSchema(database)).toBeUndefined();
    await drained(database, ['b'], AT_MS + 60_000);
    expect(await reportOf(database, 'turn')).toMatchObject({
      rows: [
        { turn: '', impressions: 1 },
        { turn: '2-3', impressions: 1 },
      ],
    });
    const facts = await database.query('select turn from facts order by turn');
    expect(facts.map((row) => row.turn)).toEqual(['', '2-3']);
  });
});

test('a Postgres that publishes all tables is upgraded and drained into', async () => {
  const database = await asBefore(await newLocation('postgres', postgres));
  await database.query('create publication everything for all tables');
  expect(await migrate(database)).toBeUndefined();
  await drained(database, ['new-1']);
  await drained(database, ['new-2']);
  expect(await reportOf(database)).toMatchObject({ rows: [{ sold: 7, impressions: 3 }] });
});
