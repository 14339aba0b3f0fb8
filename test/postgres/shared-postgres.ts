import { SQL } from 'bun';
import { atCleanUp } from '../process.ts';
import { startPostgres } from './postgres-server.ts';

/** The Postgres that `npm run test:all` has started for all its test processes. */
const SHARED_URL = process.env.PARLEY_TEST_POSTGRES;

/** `npm test` runs without Postgres. A test that needs nothing else does so on SQLite alone there. */
export const HAS_POSTGRES = SHARED_URL !== undefined;

let databases = 0;

/** A new and empty database of the shared server, or of a server of its own where a file of test/stores is run alone. */
export async function newPostgresDatabase(): Promise<string> {
  if (SHARED_URL === undefined) return (await startPostgres()).newDatabase();
  const name = `test_${process.pid}_${databases++}`;
  await command(`create database ${name}`);
  atCleanUp(() => command(`drop database ${name} with (force)`));
  return new URL(name, SHARED_URL).href;
}

async function command(words: string): Promise<void> {
  const sql = new SQL({ url: SHARED_URL, max: 1 });
  try {
    await sql.unsafe(words);
  } finally {
    await sql.close();
  }
}
