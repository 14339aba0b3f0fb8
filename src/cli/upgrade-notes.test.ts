import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../../test/process.ts';
import { ConfigFault, loadConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../ledger/database.ts';
import { journalFolderOf } from '../ledger/locations.ts';
import { migrate, SCHEMA_VERSION } from '../ledger/migrate.ts';
import { MIGRATIONS } from '../ledger/migrations/all.ts';
import { upgradeNotes } from './upgrade-notes.ts';

afterAll(cleanUp);

function configOf(dataDir: string) {
  const config = loadConfig({ PARLEY_DATA_DIR: dataDir }, '/nonexistent');
  if (config instanceof ConfigFault) throw new Error(config.message);
  return config;
}

const NO_JOURNALS = 'journals: 0 bytes wait and are brought into the database';

/** A ledger whose version is set by hand. */
async function folderWithLedger(version: number): Promise<string> {
  const folder = temporaryFolder();
  const database = await openLedger({ kind: 'sqlite', file: join(folder, 'parley.db') });
  await database.query('update schema_version set version = $1', [version]);
  return folder;
}

test('a folder without a database gets a new one, and needs no journals for that', async () => {
  const folder = temporaryFolder();
  expect(await upgradeNotes(configOf(folder))).toEqual({
    lines: [`database: ${join(folder, 'parley.db')} is new`, NO_JOURNALS],
    isPossible: true,
  });
});

test('the bytes of the journals are counted, and of no other file', async () => {
  const folder = temporaryFolder();
  const journals = journalFolderOf(folder);
  mkdirSync(journals, { recursive: true });
  writeFileSync(join(journals, 'a-0.log'), 'x'.repeat(30));
  writeFileSync(join(journals, 'b-3.log'), 'x'.repeat(12));
  writeFileSync(join(journals, 'positions'), 'x'.repeat(100));
  const { lines } = await upgradeNotes(configOf(folder));
  expect(lines[1]).toBe('journals: 42 bytes wait and are brought into the database');
});

test('a ledger of this version is used as it is', async () => {
  const { lines, isPossible } = await upgradeNotes(
    configOf(await folderWithLedger(SCHEMA_VERSION)),
  );
  expect(isPossible).toBe(true);
  expect(lines[0]).toMatch(/^database: ledger version \d+, which Parley .* uses as it is$/);
  expect(lines[1]).toBe(NO_JOURNALS);
});

test('an older ledger is brought up to this version', async () => {
  const older = SCHEMA_VERSION - 1;
  const { lines, isPossible } = await upgradeNotes(configOf(await folderWithLedger(older)));
  expect(isPossible).toBe(true);
  expect(lines[0]).toBe(
    `database: ledger version ${older}, and the start makes it version ${SCHEMA_VERSION} in one transaction`,
  );
});

const LAST_OF_0_1 = 7;

/** A ledger as the version has left it that had so many migrations. */
async function ledgerAt(version: number): Promise<{ folder: string; database: Database }> {
  const folder = temporaryFolder();
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'parley.db') });
  atCleanUp(() => database.close());
  expect(await migrate(database, MIGRATIONS.slice(0, version))).toBeUndefined();
  return { folder, database };
}

test('a ledger of 0.1 says that all machines have to be stopped, and a newer one does not', async () => {
  const notesOf = async (version: number) =>
    (await upgradeNotes(configOf((await ledgerAt(version)).folder))).lines.slice(2);
  expect(await notesOf(LAST_OF_0_1)).toEqual([
    expect.stringMatching(/^machines: .*stop all machines of 0\.1 before the first one of this/),
  ]);
  expect(await notesOf(1)).toHaveLength(1);
  if (SCHEMA_VERSION > LAST_OF_0_1) expect(await notesOf(LAST_OF_0_1 + 1)).toEqual([]);
});

test('a database that no Parley has finished creating needs no stop', async () => {
  const { folder, database } = await ledgerAt(1);
  await database.query('update schema_version set version = 0');
  expect((await upgradeNotes(configOf(folder))).lines.slice(2)).toEqual([]);
});

test('a part of a ledger that 0.1 has spread over several databases cannot be used', async () => {
  const { folder, database } = await ledgerAt(LAST_OF_0_1);
  await database.query('insert into ledger_place values (1, 1, 2, 0)');
  expect(await upgradeNotes(configOf(folder))).toEqual({
    lines: [expect.stringContaining('part 2 of 2 of a ledger of 0.1: databaseUrl has to name the')],
    isPossible: false,
  });
});

test('a newer ledger cannot be used', async () => {
  const newer = SCHEMA_VERSION + 1;
  const { lines, isPossible } = await upgradeNotes(configOf(await folderWithLedger(newer)));
  expect(isPossible).toBe(false);
  expect(lines[0]).toStartWith(`database: ledger version ${newer} is newer than`);
  expect(lines[1]).toEndWith(
    'a backup of the older version instead: docs/deploy/backup.md#restore',
  );
});

test('a file that is no database is named with the reason', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'parley.db'), 'not a database'.repeat(100));
  const { lines, isPossible } = await upgradeNotes(configOf(folder));
  expect(isPossible).toBe(false);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toStartWith(
    `the database ${join(folder, 'parley.db')}: the file of the database is damaged. Stop Parley`,
  );
});
