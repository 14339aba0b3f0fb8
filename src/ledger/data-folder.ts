import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseLocation } from '../lib/sql/database.ts';
import { readSegmentName } from './read-journals.ts';
import type { LedgerFault } from './schema.ts';

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

const { R_OK, W_OK, X_OK } = constants;

/**
 * Why the journals cannot be kept in the data folder, which a start finds out before callers do: every notice would get
 * a 503. The folder is created where it is missing.
 */
export function journalFolderFault(
  dataDir: string,
  access: typeof accessSync = accessSync,
): LedgerFault | undefined {
  const folder = journalFolderOf(dataDir);
  let path = folder;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    access(folder, R_OK | W_OK | X_OK);
    for (const name of readdirSync(folder)) {
      if (readSegmentName(name) === undefined) continue;
      path = join(folder, name);
      access(path, R_OK);
    }
    return undefined;
  } catch (error) {
    return { reason: `The journals cannot be kept: ${path}: ${(error as Error).message}.` };
  }
}

const FORBIDDEN =
  'Give dataDir and everything in it to the user that runs Parley: chown --recursive with that user and dataDir. ls -ln shows the owners.';
const FULL_DISK = 'Make room on it: df -h and df -i on dataDir. It goes on by itself.';

/** What to do about the code of a system error. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS:
    'Look into dmesg for why, mend that, and mount it to be written to: mount -o remount,rw with its mount point. The service of the Debian package may write to /var/lib/parley alone, unless a drop-in has ReadWritePaths=: docs/deploy/service.md#the-sandbox.',
  ENOSPC: FULL_DISK,
  EDQUOT: FULL_DISK,
};

/** Why the data folder cannot be used, at a start: what to do, after the sentence that says so; '' where nobody knows. */
export function dataFolderAdvice(error: unknown, dataDir: string): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const advice = ADVICE[code];
  if (advice === undefined) return '';
  if (advice === FORBIDDEN && !existsSync(dataDir)) {
    return ` This user may not create that folder. Set PARLEY_DATA_DIR or dataDir to a folder that it may write to, as in PARLEY_DATA_DIR=~/parley-data.`;
  }
  return ` ${advice} Or set dataDir or PARLEY_DATA_DIR to another folder.`;
}
