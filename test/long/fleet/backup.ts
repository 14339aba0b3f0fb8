import { join } from 'node:path';
import { SQL } from 'bun';
import type { PostgresServer } from '../../postgres/postgres-server.ts';
import { postgresProgram } from '../../postgres/programs.ts';
import { temporaryFolder } from '../../process.ts';
import { startChild } from '../../test-run.ts';

/** A database as it was at some time. */
export type Backup = {
  /** Puts it in place of what the database has become. Whoever is connected loses the connection. */
  readonly restore: () => Promise<void>;
};

/** While others write to it. */
export async function backUp({ url: adminUrl }: PostgresServer, url: string): Promise<Backup> {
  const file = join(temporaryFolder(), 'parley.dump');
  await runProgram('pg_dump', ['--format=custom', `--file=${file}`, url]);
  const name = new URL(url).pathname.slice(1);
  return {
    async restore() {
      const admin = new SQL({ url: adminUrl, max: 1 });
      try {
        await admin.unsafe(`create database ${name}_restored`);
        const at = new URL(url);
        at.pathname = `/${name}_restored`;
        await runProgram('pg_restore', ['--no-owner', `--dbname=${at}`, file]);
        await admin.unsafe(`drop database ${name} with (force)`);
        await admin.unsafe(`alter database ${name}_restored rename to ${name}`);
      } finally {
        await admin.close();
      }
    },
  };
}

async function runProgram(name: string, args: readonly string[]): Promise<void> {
  const child = startChild(postgresProgram(name), args, { stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}
