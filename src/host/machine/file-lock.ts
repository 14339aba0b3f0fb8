import { Database } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';

/**
 * A lock on a file that one process of the machine holds. The kernel releases it when that process ends, however it
 * ends, and knows nothing of process ids: it holds between containers that share a folder.
 *
 * It is the lock of SQLite on an empty database that nobody writes to: `fcntl` on Linux with any libc and on macOS, on
 * disks and in memory, without a dependency and without calling C, in about a millisecond. Children do not inherit it.
 * Nobody in the process that holds the lock may open and close the file by other means, since that would release it.
 */
export type FileLock = { readonly release: () => void };

/** Bun closes a database that nothing refers to any more. */
const held = new Set<Database>();

/**
 * undefined where another holds the lock after `waitMsMax`. Processes that try at the same time can hinder each other;
 * with some time to wait, one of them gets it. Throws where the file cannot be opened or locked.
 */
export function lockFile(file: string, waitMsMax: number): FileLock | undefined {
  const database = new Database(file, { readwrite: true, create: false });
  try {
    database.run(`pragma busy_timeout = ${waitMsMax}`);
    // Otherwise the transaction puts a journal beside the file.
    database.run('pragma journal_mode = off');
    database.run('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

/** Creates the file for its owner only. A file that is there already is not opened. */
export function createLockFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  }
}
