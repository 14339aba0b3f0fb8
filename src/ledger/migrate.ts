import { CELL_COLUMNS, DIMENSION_NAMES } from '../sale/dimensions.ts';
import { createSerial, type Database, type DatabaseKind, type Query } from './database.ts';
import { MIGRATIONS } from './migrations/all.ts';

/** A sentence that says why the ledger cannot do what it is asked to. */
export type LedgerFault = { readonly reason: string };

export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings the tables to the newest version in one transaction, so that an upgrade that fails changes nothing. Machines
 * that start at the same time on one Postgres wait for each other at the row of the version.
 */
export function migrate(
  database: Database,
  migrations = MIGRATIONS,
): Promise<LedgerFault | undefined> {
  const upgrade = async (query: Query): Promise<LedgerFault | undefined> => {
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
  };
  return serially(async () => {
    await createVersionRow(database.query);
    return database.transaction(upgrade);
  });
}

/** SQLite waits for a lock without letting other work of this process go on: not even the work that has the lock. */
const serially = createSerial();

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
export async function checkSchema(database: Database): Promise<LedgerFault | undefined> {
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

function newerThan(version: number, known: number): LedgerFault {
  return {
    reason:
      `The database has ledger version ${version}, and this Parley knows version ${known}: ` +
      'a newer Parley has written to it. Install that version here too, or go back as docs/deploy/upgrade.md says.',
  };
}

const NEEDED = [
  ...DIMENSION_NAMES.map((name) => ({ table: 'facts', name })),
  ...CELL_COLUMNS.map((name) => ({ table: 'rollups', name })),
];

const PRESENT: Readonly<Record<DatabaseKind, string>> = {
  postgres: `select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name in ('facts', 'rollups')`,
  sqlite: `select 'facts' as "table", name from pragma_table_info('facts')
    union all select 'rollups', name from pragma_table_info('rollups')`,
};

async function missingDimensions(query: Query, kind: DatabaseKind) {
  const rows = await query(PRESENT[kind]);
  return NEEDED.filter(
    ({ table, name }) => !rows.some((row) => row.table === table && row.name === name),
  );
}

/** A new dimension needs no step of its own: what was recorded before has '', as has what older machines record. */
async function addDimensions(query: Query, kind: DatabaseKind): Promise<void> {
  for (const { table, name } of await missingDimensions(query, kind)) {
    await query(`alter table ${table} add column ${name} text not null default ''`);
  }
}

/** A ledger of 0.1 could be spread over several databases. Earlier ones and later ones cannot. */
const SPREAD_FROM = 4;
const SPREAD_UP_TO = 7;

/** Only the first part of a spread ledger has the budgets, and facts that are in another part would be counted again. */
export async function spreadReason(query: Query, version: number): Promise<string | undefined> {
  if (version < SPREAD_FROM || version > SPREAD_UP_TO) return undefined;
  const [row] = await query('select position, databases from ledger_place where databases > 1');
  if (row === undefined) return undefined;
  const part = `This database has part ${Number(row.position) + 1} of ${row.databases} of a ledger of 0.1`;
  return Number(row.position) === 0
    ? `${part}: merge the others into it first, as docs/deploy/upgrade.md says.`
    : `${part}: databaseUrl has to name the first one, into which the others are merged.`;
}
