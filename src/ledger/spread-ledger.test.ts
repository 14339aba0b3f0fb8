import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { atCleanUp, cleanUp, temporaryFolder } from '../../test/process.ts';
import { openDatabase } from './database.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import { MIGRATIONS } from './migrations/all.ts';

afterAll(cleanUp);

const VERSION_OF_0_1 = 7;

async function ledgerOf01() {
  const database = await openDatabase({
    kind: 'sqlite',
    file: join(temporaryFolder(), 'parley.db'),
  });
  atCleanUp(() => database.close());
  expect(await migrate(database, MIGRATIONS.slice(0, VERSION_OF_0_1))).toBeUndefined();
  const version = async () =>
    Number((await database.query('select version from schema_version'))[0]?.version);
  const place = (position: number, databases: number) =>
    database.query('insert into ledger_place values (1, $1, $2, 0)', [position, databases]);
  return { database, version, place };
}

test('the first part of a ledger of 0.1 is refused before it is changed, until the others are merged into it', async () => {
  const { database, version, place } = await ledgerOf01();
  await place(0, 2);
  expect(await migrate(database)).toEqual({
    reason:
      'This database has part 1 of 2 of a ledger of 0.1: merge the others into it first, as docs/deploy/upgrade.md says.',
  });
  expect(await version()).toBe(VERSION_OF_0_1);
  await database.query('delete from ledger_place');
  expect(await migrate(database)).toBeUndefined();
  expect(await version()).toBe(SCHEMA_VERSION);
});

test('another part is refused, since the first one has the budgets', async () => {
  const { database, place } = await ledgerOf01();
  await place(2, 3);
  expect(await migrate(database)).toEqual({
    reason:
      'This database has part 3 of 3 of a ledger of 0.1: databaseUrl has to name the first one, into which the others are merged.',
  });
});

test('a ledger whose list had one database is used', async () => {
  const { database, place } = await ledgerOf01();
  await place(0, 1);
  expect(await migrate(database)).toBeUndefined();
});
