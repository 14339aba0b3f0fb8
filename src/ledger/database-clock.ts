import type { DatabaseKind } from './database.ts';

/** The database's clock, in milliseconds. null: SQLite runs in this process and has the same clock. */
export const CLOCK_SQL: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'null',
  postgres: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
};
