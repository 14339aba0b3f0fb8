import { CELL_COLUMNS, DIMENSION_NAMES } from '../sale/dimensions.ts';
import type { DatabaseKind, Query } from './database.ts';

type Column = { readonly table: string; readonly name: string };

const NEEDED: readonly Column[] = [
  ...DIMENSION_NAMES.map((name) => ({ table: 'facts', name })),
  ...CELL_COLUMNS.map((name) => ({ table: 'rollups', name })),
];

const PRESENT: Readonly<Record<DatabaseKind, string>> = {
  postgres: `select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name in ('facts', 'rollups')`,
  sqlite: `select 'facts' as "table", name from pragma_table_info('facts')
    union all select 'rollups', name from pragma_table_info('rollups')`,
};

/** The dimensions that are new since this database was last upgraded. */
export async function missingDimensions(
  query: Query,
  kind: DatabaseKind,
): Promise<readonly Column[]> {
  const rows = await query(PRESENT[kind]);
  return NEEDED.filter(
    ({ table, name }) => !rows.some((row) => row.table === table && row.name === name),
  );
}

/** A new dimension needs no step of its own: what was recorded before has '', as has what older machines record. */
export async function addDimensions(query: Query, kind: DatabaseKind): Promise<void> {
  for (const { table, name } of await missingDimensions(query, kind)) {
    await query(`alter table ${table} add column ${name} text not null default ''`);
  }
}
