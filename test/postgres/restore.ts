import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { temporaryFolder } from '../process.ts';
import type { PostgresServer } from './postgres-server.ts';
import { runPostgresProgram } from './programs.ts';

/** Dumps a database and returns how to put the dump in its place, as an operator does while others use it. */
export async function dumpOf(postgres: PostgresServer, url: string): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const file = join(folder, 'dump');
  await runPostgresProgram('pg_dump', ['-Fc', '-f', file, '-d', url], folder);
  const name = new URL(url).pathname.slice(1);
  return async () => {
    const restored = await postgres.newDatabase();
    await runPostgresProgram('pg_restore', ['-d', restored, file], folder);
    const sql = new SQL({ url: postgres.url, max: 1 });
    await sql.unsafe(`alter database ${name} allow_connections false`);
    await sql.unsafe(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await sql.unsafe(`drop database ${name}`);
    await sql.unsafe(`alter database ${new URL(restored).pathname.slice(1)} rename to ${name}`);
    await sql.close();
  };
}
