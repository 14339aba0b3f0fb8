import { join } from 'node:path';
import type { DatabaseLocation } from './database.ts';

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

export function journalFolderOf(dataDir: string): string {
  return join(dataDir, JOURNAL_FOLDER);
}
