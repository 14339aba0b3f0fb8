import type { DatabaseKind, Query } from './database.ts';

/** The database's clock, in milliseconds. null: SQLite runs in this process and has the same clock. */
export const CLOCK_SQL: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'null',
  postgres: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
};

export async function readClockMs(
  { kind, query }: { readonly kind: DatabaseKind; readonly query: Query },
  nowMs: number,
): Promise<number> {
  if (kind === 'sqlite') return nowMs;
  const [row] = await query(`select ${CLOCK_SQL[kind]} as clock_ms`);
  return Number(row?.clock_ms);
}
