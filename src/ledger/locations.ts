import { createHash } from 'node:crypto';
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

/** The same for all machines on one database, as far as they name it alike. Says nothing of its password. */
export function ledgerIdOf(location: DatabaseLocation): string {
  return createHash('sha256').update(JSON.stringify(location)).digest('base64url');
}

export function journalFolderOf(dataDir: string): string {
  return join(dataDir, JOURNAL_FOLDER);
}
