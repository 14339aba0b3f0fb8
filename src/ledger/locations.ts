import { join } from 'node:path';
import type { DatabaseLocation } from '../lib/sql/database.ts';

const DATABASE_FILE = 'parley.db';
const JOURNAL_FOLDER = 'journals';

export function databaseLocationOf(config: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}): DatabaseLocation {
  const { databaseUrl, dataDir } = config;
  return databaseUrl === undefined
    ? { kind: 'sqlite', file: join(dataDir, DATABASE_FILE) }
    : { kind: 'postgres', url: databaseUrl };
}

/** For a sentence: the file, or the host and the port. The URL of a Postgres has a password. */
export function databaseNameOf(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return `the database ${location.file}`;
  const host = URL.parse(location.url)?.host;
  return host ? `the database at ${host}` : 'the database';
}

export function journalFolderOf(dataDir: string): string {
  return join(dataDir, JOURNAL_FOLDER);
}
