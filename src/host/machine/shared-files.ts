import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLockFile, type FileLock, lockFile } from './file-lock.ts';
import type { StartFault } from './worker-process.ts';

/** In memory where the system has a folder for that. */
export const SHARED_ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Why workers could not share files; undefined where they can. */
export function sharedRootFault(): StartFault | undefined {
  try {
    accessSync(SHARED_ROOT, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const reason = `Expected a folder that can be written to for the files that workers share, but ${SHARED_ROOT} is none: ${(error as Error).message}. Mount a tmpfs at /dev/shm, or set TMPDIR to a folder that the user of Parley may write to.`;
    return { reason };
  }
}

const NAME = /^parley-(\d+)-\w+$/;

/** Why a machine ends that cannot start a worker or tell its workers of a change. */
export const FILES_GONE = 'the folder that its processes share was deleted';

const MEMORY_FILE = 'memory';

/** The supervisor holds a lock on it: a folder whose lock is free belongs to nobody. */
const LOCK_FILE = 'lock.db';

/** A folder without a lock is being created, or its creator was killed. */
const UNLOCKED_MS_MAX = 24 * 60 * 60 * 1000;

/**
 * The setup holds secrets: the admin token, the keys of notices and the URLs of databases. Other users may write to the
 * root too. So the files lie in a new folder that only its owner may enter and whose name has random characters, and no
 * file is opened that exists already. The memory starts with zeros, the feed empty.
 */
export function createSharedFiles(bytes: number) {
  const folder = mkdtempSync(join(SHARED_ROOT, `parley-${process.pid}-`));
  const lock = createLocked(folder);
  const remove = () => {
    removeFolder(folder);
    lock.release();
  };
  try {
    const memoryFile = createFile(join(folder, MEMORY_FILE), '');
    // Pages take memory only once they are touched.
    truncateSync(memoryFile, bytes);
    const feedFile = createFile(join(folder, 'feed.tsv'), '');
    let setups = 0;
    return {
      memoryFile,
      feedFile,
      /** One for each config. */
      writeSetup: (text: string) => createFile(join(folder, `setup-${++setups}.json`), text),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The lock is held before the file has its name: nobody finds it free while its owner lives. */
function createLocked(folder: string): FileLock {
  const draft = join(folder, `${LOCK_FILE}.new`);
  createLockFile(draft);
  const lock = lockFile(draft, 0);
  if (lock === undefined) throw new Error(`${draft} is locked by another process`);
  renameSync(draft, join(folder, LOCK_FILE));
  return lock;
}

function createFile(file: string, text: string): string {
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  return file;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next start removes it.
  }
}

/** Removes the folders of supervisors that were killed before they could. */
export function removeAbandonedFiles(nowMs: number): void {
  for (const name of readdirSync(SHARED_ROOT)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined) continue;
    const folder = join(SHARED_ROOT, name);
    const lock = lockAbandoned(folder, Number(pid), nowMs);
    if (lock === undefined) continue;
    removeFolder(folder);
    lock.release();
  }
}

/** undefined where somebody holds it. One without a lock is removed when it is old. */
function lockAbandoned(folder: string, pid: number, nowMs: number): FileLock | undefined {
  try {
    const { uid, mtimeMs } = lstatSync(folder);
    if (uid !== process.getuid?.()) return undefined;
    if (existsSync(join(folder, LOCK_FILE))) return lockFile(join(folder, LOCK_FILE), 0);
    if (nowMs - mtimeMs > UNLOCKED_MS_MAX && !isRunning(pid)) removeFolder(folder);
  } catch {
    // Somebody else removes it at this moment, or it has no lock that can be taken: it is left alone.
  }
  return undefined;
}

/** Whether a process with this id runs on this machine, under any user. */
export function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}
