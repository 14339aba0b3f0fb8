import { Database } from 'bun:sqlite';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dataFolderAdvice } from '../../ledger/data-folder.ts';
import type { StartFault } from './worker-process.ts';

/** Stays when the lock is released: whoever removed it could remove a file that another has just locked. */
const LOCK_FILE = 'lock.db';

/** Says who holds the lock, for people, and then where its processes share files. */
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
  const holderFile = join(dataDir, HOLDER_FILE);
  const file = join(dataDir, LOCK_FILE);
  const taken = lockFile(file);
  const [holder = '', of, left = ''] = textOf(() => readFileSync(holderFile, 'utf8')).split('\n');
  if (taken === undefined) return inUse(dataDir, holder);
  const { dev, ino } = statSync(file);
  // In a copy of the folder it names files of a server that may run.
  const leftFolder = of === `${dev} ${ino}` ? left : '';
  const note = (folder: string) => {
    const lines = [`${process.pid} ${pidNamespace()}`, `${dev} ${ino}`, folder, ''];
    writeFileSync(holderFile, lines.join('\n'), { mode: 0o600 });
  };
  note('');
  return {
    /** Whether only its owner can enter the folder. */
    isPrivate,
    /** Where a supervisor that was killed has shared files with its workers; '': nowhere. */
    leftFolder,
    /** Notes where this one does. */
    note,
    release(): void {
      rmSync(holderFile, { force: true });
      held.delete(taken);
      taken.close();
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

/** Bun closes a database that nothing refers to any more. */
const held = new Set<Database>();

/**
 * A lock that the kernel releases when the process ends, however it ends, and that knows nothing of process ids: it holds
 * between containers that share a folder. It is the lock of SQLite on an empty database that nobody writes to: `fcntl`
 * on Linux with any libc and on macOS, without a dependency, in about a millisecond. Children do not inherit it. Nobody
 * in this process may open and close the file by other means, since that would release it. undefined: another holds it.
 */
function lockFile(file: string): Database | undefined {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const database = new Database(file, { readwrite: true, create: false });
  try {
    // Processes that try at the same time can hinder each other; with some time to wait, one of them gets it.
    database.run(`pragma busy_timeout = ${WAIT_MS_MAX}`);
    // Otherwise the transaction puts a journal beside the file.
    database.run('pragma journal_mode = off');
    database.run('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  held.add(database);
  return database;
}

function inUse(dataDir: string, holder: string): StartFault {
  const [pid, namespace] = holder.split(' ');
  // In another namespace it may be the id of any process.
  const isKnown = pid !== '' && namespace === pidNamespace();
  const by = isKnown ? `the Parley process ${pid}` : 'another Parley process';
  return {
    cause: 'in-use',
    reason: `The data folder ${dataDir} is in use by ${by}; stop that process, or set dataDir or PARLEY_DATA_DIR to another folder.`,
  };
}

/** '' on systems without namespaces. */
const pidNamespace = () => textOf(() => readlinkSync('/proc/self/ns/pid'));

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
