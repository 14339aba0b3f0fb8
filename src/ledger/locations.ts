import { join } from 'node:path';
import type { Place } from './database.ts';

const DATABASE_FILE = 'parley.db';
const JOURNAL_FOLDER = 'journals';

/** Where the ledger of a config is. */
export function placeOf(config: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}): Place {
  const { databaseUrl, dataDir } = config;
  return databaseUrl === undefined
    ? { kind: 'sqlite', file: join(dataDir, DATABASE_FILE) }
    : { kind: 'postgres', url: databaseUrl };
}

/** Where the workers of a machine write their journals. */
export function journalFolderOf(dataDir: string): string {
  return join(dataDir, JOURNAL_FOLDER);
}
