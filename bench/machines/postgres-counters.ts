import { SQL } from 'bun';
import type { PostgresServer } from '../../test/postgres/postgres-server.ts';
import { cpuSecondsOf, endedCpuSecondsOf } from '../measure/proc.ts';

/** What a Postgres has done for one database since it started. Log and CPU are those of all databases. */
export type PostgresCounters = {
  readonly postgresCpuSec: number;
  readonly transactions: number;
  readonly statements: number;
  readonly walBytes: number;
  readonly facts: number;
};

/** It has to be started with pg_stat_statements. */
export async function takePostgresCounters(
  { url, pids }: PostgresServer,
  databaseUrl: string,
): Promise<PostgresCounters> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const server = new SQL({ url, max: 1 });
  const database = new SQL({ url: databaseUrl, max: 1 });
  try {
    await server.unsafe('create extension if not exists pg_stat_statements');
    const [row] = await server.unsafe(
      `select xact_commit as transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
         (select coalesce(sum(calls), 0) from pg_stat_statements where dbid = datid) as statements
       from pg_stat_database where datname = $1`,
      [name],
    );
    const [counted] = await database.unsafe('select count(*) as facts from facts');
    const all = pids();
    return {
      postgresCpuSec: (cpuSecondsOf(all) ?? 0) + endedCpuSecondsOf(all[0] ?? 0),
      transactions: Number(row.transactions),
      statements: Number(row.statements),
      walBytes: Number(row.wal),
      facts: Number(counted.facts),
    };
  } finally {
    await server.close();
    await database.close();
  }
}
