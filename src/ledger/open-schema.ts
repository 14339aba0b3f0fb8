import { CELL_COLUMNS, DIMENSION_NAMES } from '../core/sale/dimensions.ts';
import { createSerial, type Database, type DatabaseKind, type Query } from '../lib/sql/database.ts';
import { createTables, SCHEMA_VERSION } from './schema.ts';

/** A sentence that says why the ledger cannot do what it is asked to. */
export type LedgerFault = { readonly reason: string };

const SCHEMA_LOCK = 0x7363;

/**
 * Creates the tables where there are none, and the columns of new dimensions, in one transaction. Machines that start at the
 * same time on one Postgres wait for each other.
 */
export function prepareSchema(database: Database): Promise<LedgerFault | undefined> {
  const prepare = async (query: Query): Promise<LedgerFault | undefined> => {
    if (database.kind === 'postgres')
      await query(`select pg_advisory_xact_lock(${SCHEMA_LOCK}, 0)`);
    await query(
      'create table if not exists schema_version (id bigint primary key, version bigint not null)',
    );
    await query('insert into schema_version (id, version) values (1, 0) on conflict do nothing');
    const [row] = await query('update schema_version set version = version returning version');
    const version = Number(row?.version);
    if (version === 0) {
      for (const statement of createTables(database.kind)) await query(statement);
      await query('update schema_version set version = $1', [SCHEMA_VERSION]);
    } else if (version !== SCHEMA_VERSION) return otherVersion(version);
    await addDimensions(query, database.kind);
    return undefined;
  };
  return serially(() => database.transaction(prepare));
}

/** SQLite waits for a lock without letting other work of this process go on: not even the work that has the lock. */
const serially = createSerial();

/** For those who only read. Rejects where there are no tables. */
export async function checkSchema(database: Database): Promise<LedgerFault | undefined> {
  const [row] = await database.query('select version from schema_version');
  const version = Number(row?.version ?? 0);
  if (version !== SCHEMA_VERSION) return otherVersion(version);
  const [missing] = await missingDimensions(database.query, database.kind);
  if (missing === undefined) return undefined;
  const { table, name } = missing;
  return {
    reason: `The table ${table} has no ${name} yet, which this Parley needs: start Parley on it once, which adds it.`,
  };
}

function otherVersion(version: number): LedgerFault {
  return {
    reason:
      `The database has ledger version ${version}, and this Parley knows version ${SCHEMA_VERSION}: ` +
      'another Parley has written to it. Install that version here too, or start with an empty database: docs/deploy/upgrade.md.',
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

/** What was recorded before a dimension was added has ''. */
async function addDimensions(query: Query, kind: DatabaseKind): Promise<void> {
  for (const { table, name } of await missingDimensions(query, kind)) {
    await query(`alter table ${table} add column ${name} text not null default ''`);
  }
}
