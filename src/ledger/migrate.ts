import { createSerial, type Database, type Query } from './database.ts';
import { addDimensions, missingDimensions } from './dimension-columns.ts';
import { MIGRATIONS } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { spreadReason } from './spread-ledger.ts';

/** A sentence that says why this database cannot be used. */
export type SchemaFault = { readonly reason: string };

export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings the tables to the newest version in one transaction, so that an upgrade that fails changes nothing. Machines
 * that start at the same time on one Postgres wait for each other at the row of the version.
 */
export async function migrate(
  database: Database,
  migrations = MIGRATIONS,
): Promise<SchemaFault | undefined> {
  return serially(() => migrateAlone(database, migrations));
}

/** SQLite waits for a lock without letting other work of this process go on: not even the work that has the lock. */
const serially = createSerial();

async function migrateAlone(
  database: Database,
  migrations: readonly Migration[],
): Promise<SchemaFault | undefined> {
  await createVersionRow(database.query);
  return database.transaction(async (query) => {
    if (database.kind === 'postgres') {
      await query('set local lock_timeout = 0');
      await query('set local statement_timeout = 0');
    }
    const [row] = await query('update schema_version set version = version returning version');
    const version = Number(row?.version);
    if (version > migrations.length) return newerThan(version, migrations.length);
    const reason = await spreadReason(query, version);
    if (reason !== undefined) return { reason };
    // The first Parley wrote version 1 before it created the tables, and may have been interrupted in between.
    const done = version === 1 ? 0 : version;
    for (const migration of migrations.slice(done)) {
      for (const statement of migration(database.kind)) await query(statement);
    }
    await addDimensions(query, database.kind);
    await query('update schema_version set version = $1', [migrations.length]);
    return undefined;
  });
}

const CREATE_TRIES_MAX = 5;

async function createVersionRow(query: Query): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await query(
        'create table if not exists schema_version (id bigint primary key, version bigint not null)',
      );
      break;
    } catch (error) {
      // Postgres may reject `if not exists` where two connections create the same table at the same time.
      const isRace = /duplicate key|already exists|deadlock/.test((error as Error).message);
      if (!isRace || tries === CREATE_TRIES_MAX) throw error;
    }
  }
  await query('insert into schema_version (id, version) values (1, 0) on conflict do nothing');
}

/** For those who only read. Rejects where there are no tables. */
export async function checkSchema(database: Database): Promise<SchemaFault | undefined> {
  const [row] = await database.query('select version from schema_version');
  const version = Number(row?.version ?? 0);
  if (version > SCHEMA_VERSION) return newerThan(version, SCHEMA_VERSION);
  const start = 'start Parley on it once, which upgrades it.';
  if (version < SCHEMA_VERSION) {
    const needed = `this Parley needs version ${SCHEMA_VERSION}`;
    return { reason: `The database has ledger version ${version}, and ${needed}: ${start}` };
  }
  const [missing] = await missingDimensions(database.query, database.kind);
  if (missing === undefined) return undefined;
  const { table, name } = missing;
  return { reason: `The table ${table} has no ${name} yet, which this Parley needs: ${start}` };
}

function newerThan(version: number, known: number): SchemaFault {
  return {
    reason:
      `The database has ledger version ${version}, and this Parley knows version ${known}: ` +
      'a newer Parley has written to it.',
  };
}
