import { afterAll, expect, test } from 'bun:test';
import { runReport } from '../../src/ledger/report.ts';
import { jsonOf } from '../../src/ledger/report-text.ts';
import { checkSchema, prepareSchema, SCHEMA_VERSION } from '../../src/ledger/schema.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/lib/sql/database.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

afterAll(cleanUp);

async function opened(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location);
  atCleanUp(() => database.close());
  return database;
}

async function drained(database: Database, auctions: readonly string[], atMs = AT_MS) {
  const folder = temporaryFolder();
  await journalOf(
    folder,
    auctions.map((auctionId) => factEntry(aFact({ auctionId, atMs }))),
  );
  await drainOf(folder, database).drainOnce();
}

async function reportBy(database: Database, name: string) {
  const days = { fromMs: AT_MS - 86_400_000, toMs: AT_MS + 86_400_000 };
  const report = await runReport(database, { by: [name], ...days });
  if ('reason' in report) throw new Error(report.reason);
  return jsonOf(report);
}

onEachDatabase(({ locate, open }) => {
  test('tables are made once, by however many start together', async () => {
    const fresh = await locate();
    const all = await Promise.all([1, 2, 3].map(() => opened(fresh)));
    expect(await Promise.all(all.map(prepareSchema))).toEqual([undefined, undefined, undefined]);
    const [one] = all;
    expect(one && (await countOf(one, 'schema_version'))).toBe(1);
  });

  test('a database of another version is left alone, and the reason names both versions', async () => {
    const database = await open();
    const other = SCHEMA_VERSION + 1;
    await database.query('update schema_version set version = $1', [other]);
    const known = `ledger version ${other}, and this Parley knows version ${SCHEMA_VERSION}:`;
    const fault = { reason: expect.stringContaining(known) };
    expect(await prepareSchema(database)).toEqual(fault);
    expect(await checkSchema(database)).toEqual(fault);
    const [row] = await database.query('select version from schema_version');
    expect(Number(row?.version)).toBe(other);
  });

  test('a dimension that the tables lack is added at the start, and is unknown in what they hold', async () => {
    const database = await open();
    await drained(database, ['a']);
    for (const table of ['facts', 'rollups']) {
      await database.query(`alter table ${table} drop column turn`);
    }
    expect(await checkSchema(database)).toEqual({
      reason:
        'The table facts has no turn yet, which this Parley needs: start Parley on it once, which adds it.',
    });

    expect(await prepareSchema(database)).toBeUndefined();
    expect(await checkSchema(database)).toBeUndefined();
    await drained(database, ['b'], AT_MS + 60_000);
    expect(await reportBy(database, 'turn')).toMatchObject({
      rows: [
        { turn: '', impressions: 1 },
        { turn: '2-3', impressions: 1 },
      ],
    });
  });
});
