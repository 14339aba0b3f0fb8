import { Database as Sqlite } from 'bun:sqlite';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { journalFolderOf } from './data-folder.ts';
import { readSegmentName } from './read-journals.ts';
import { type LedgerFault, SCHEMA_VERSION } from './schema.ts';

/** What a backup says about itself. It is written last: a folder without it is no complete backup. */
type Manifest = {
  readonly parley: string;
  readonly ledger: number;
  readonly at: string;
};

const DATABASE_FILE = 'parley.db';
const KEY_FILE = 'notice-key';
const MANIFEST_FILE = 'backup.json';

const COPYING_DATABASE = 'copying the database';

/** How long it waits for a transaction of the server that runs. */
const BUSY_MS_MAX = 30_000;

/**
 * Copies database, journals and key, also while a server writes to them. The lock stops the server from moving facts
 * from the journals into the database meanwhile, so that each fact is in exactly one of the copies. Notices go on:
 * workers acknowledge them once they are in the journal.
 */
export function backUp(
  dataDir: string,
  target: string,
  about: Omit<Manifest, 'ledger'>,
  tell: TellProgress = () => {},
): void {
  const isNew = mkdirSync(target, { recursive: true, mode: 0o700 }) !== undefined;
  // Fails where another backup is being made there: what is in the folder is of that one then.
  mkdirSync(journalFolderOf(target), { mode: 0o700 });
  try {
    copyAll(dataDir, target, about, tell);
  } catch (error) {
    // Otherwise a full disk gets fuller with every attempt, and the next attempt finds a folder that is not empty.
    removeCopies(target, isNew, error as Error);
    throw error;
  }
}

/** What `copyAll` has made. Nothing else is removed: people may have put something beside it meanwhile. */
function removeCopies(target: string, isNew: boolean, cause: Error): void {
  // SQLite leaves the journal of a copy that it could not finish.
  const names = [DATABASE_FILE, `${DATABASE_FILE}-journal`, KEY_FILE, MANIFEST_FILE];
  try {
    rmSync(journalFolderOf(target), { recursive: true });
    for (const name of names) rmSync(join(target, name), { force: true });
    if (isNew && readdirSync(target).length === 0) rmdirSync(target);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`${cause.message}; what was copied cannot be removed: ${reason}`, { cause });
  }
}

function copyAll(
  dataDir: string,
  target: string,
  about: Omit<Manifest, 'ledger'>,
  tell: TellProgress,
): void {
  using database = new Sqlite(join(dataDir, DATABASE_FILE));
  database.run(`pragma busy_timeout = ${BUSY_MS_MAX}`);
  database.run('begin immediate');
  copyJournals(dataDir, target, tell);
  tell(COPYING_DATABASE);
  snapshot(join(dataDir, DATABASE_FILE), join(target, DATABASE_FILE));
  database.run('rollback');
  copyKey(dataDir, target);
  const manifest: Manifest = { ...about, ledger: SCHEMA_VERSION };
  writeFileSync(join(target, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`, { mode: 0o600 });
}

/** By a connection of its own, since VACUUM cannot run in a transaction. Readers do not wait for the lock. */
function snapshot(file: string, copy: string): void {
  writeFileSync(copy, '', { mode: 0o600, flag: 'wx' });
  using database = new Sqlite(file);
  database.run('vacuum into ?', [copy]);
}

function copyJournals(from: string, to: string, tell: TellProgress): void {
  const folder = journalFolderOf(from);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const [index, name] of names.entries()) {
    tell('copying the journals', index + 1, names.length);
    if (readSegmentName(name) === undefined) continue;
    try {
      copyFileSync(join(folder, name), join(journalFolderOf(to), name));
    } catch (error) {
      // All of it is in the database, and the server renames it before it removes it.
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    }
  }
}

function copyKey(from: string, to: string): void {
  const key = join(from, KEY_FILE);
  if (existsSync(key)) copyFileSync(key, join(to, KEY_FILE));
}

/** Puts a backup into a data folder that has no database yet. The caller holds the lock of that folder. */
export function restore(
  source: string,
  dataDir: string,
  tell: TellProgress = () => {},
): Manifest | LedgerFault {
  const manifest = readManifest(source);
  if ('reason' in manifest) return manifest;
  if (manifest.ledger !== SCHEMA_VERSION) {
    return {
      reason: `${source} has ledger version ${manifest.ledger}, and this Parley knows version ${SCHEMA_VERSION}: restore it with Parley ${manifest.parley}`,
    };
  }
  const taken = [DATABASE_FILE, KEY_FILE].find((name) => existsSync(join(dataDir, name)));
  if (taken !== undefined) {
    return { reason: `${join(dataDir, taken)} exists: move the data folder away first` };
  }
  mkdirSync(journalFolderOf(dataDir), { recursive: true, mode: 0o700 });
  copyJournals(source, dataDir, tell);
  copyKey(source, dataDir);
  tell(COPYING_DATABASE);
  copyFileSync(join(source, DATABASE_FILE), join(dataDir, DATABASE_FILE));
  return manifest;
}

/** Whether the folder has a backup that was made to its end. */
const isBackup = (folder: string): boolean => 'at' in readManifest(folder);

function readManifest(source: string): Manifest | LedgerFault {
  try {
    const text = readFileSync(join(source, MANIFEST_FILE), 'utf8');
    return JSON.parse(text) as Manifest;
  } catch {
    return { reason: `${source} is no complete backup: it has no readable ${MANIFEST_FILE}` };
  }
}

/** Says how far a long work is: what it does now, how much of it is done, and of how much, where that is known. */
export type TellProgress = (doing: string, done?: number, total?: number) => void;

const DATED = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;

/** The name of a backup by its time, like 2026-11-15T033000Z: sorted by name is sorted by time. */
export function backupNameAt(at: Date): string {
  return `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '')}Z`;
}

/**
 * Removes the dated backups of a folder that are older than the newest `kept` ones, and returns their names. Only
 * complete ones count; what a killed backup has left goes with those around it. The one that was just made stays, also
 * where the clock was ahead before.
 */
export function pruneBackups(folder: string, kept: number, made: string): readonly string[] {
  const dated = readdirSync(folder)
    .filter((name) => DATED.test(name))
    .sort()
    .reverse();
  const oldest = dated.filter((name) => isBackup(join(folder, name)))[kept - 1];
  if (oldest === undefined) return [];
  const outdated = dated.filter((name) => name < oldest && name !== made);
  for (const name of outdated) rmSync(join(folder, name), { recursive: true });
  return outdated;
}
