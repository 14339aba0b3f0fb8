import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dataFolderAdvice } from '../../ledger/data-folder-advice.ts';
import { createLockFile, lockFile } from './file-lock.ts';
import type { StartFault } from './worker-process.ts';

/** Stays when the lock is released: whoever removed it could remove a file that another has just locked. */
const LOCK_FILE = 'lock.db';

/** Says who holds the lock, for people. */
const HOLDER_FILE = 'lock';

/** Longer than a killed process takes to end, and than several starts at the same moment hinder each other. */
const WAIT_MS_MAX = 300;

const OTHERS = 0o077;

/**
 * Locks the folder, which is created where it is missing. One supervisor at a time may use it: two would drain and
 * delete each other's journals.
 */
export function lockDataDir(dataDir: string) {
  try {
    return lock(dataDir);
  } catch (error) {
    const reason = `The data folder ${dataDir} cannot be locked: ${(error as Error).message}.`;
    return { reason: `${reason}${dataFolderAdvice(error, dataDir)}` };
  }
}

function lock(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const isPrivate = makePrivate(dataDir);
  const file = join(dataDir, LOCK_FILE);
  const holder = join(dataDir, HOLDER_FILE);
  createLockFile(file);
  const taken = lockFile(file, WAIT_MS_MAX);
  if (taken === undefined) return inUse(dataDir, readPid(holder));
  writeFileSync(holder, `${process.pid} ${pidNamespace()}\n`, { mode: 0o600 });
  return {
    /** Whether only its owner can enter the folder. */
    isPrivate,
    release(): void {
      rmSync(holder, { force: true });
      taken.release();
    },
  };
}

/** A folder that was created by hand may let others enter. */
function makePrivate(folder: string): boolean {
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS) === 0) return true;
  if (uid !== process.getuid?.()) return false;
  chmodSync(folder, mode & 0o7700);
  return true;
}

/** undefined where it is not known, or counted in another namespace: there it may be the id of any process. */
function readPid(holder: string): string | undefined {
  const [pid, namespace] = readText(holder).trim().split(' ');
  return namespace === pidNamespace() ? pid : undefined;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** 'none' on systems without namespaces. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'none';
  }
}

function inUse(dataDir: string, pid: string | undefined): StartFault {
  const holder = pid === undefined ? 'another Parley process' : `the Parley process ${pid}`;
  return {
    cause: 'in-use',
    reason: `The data folder ${dataDir} is in use by ${holder}; stop that process, or set dataDir or PARLEY_DATA_DIR to another folder.`,
  };
}
