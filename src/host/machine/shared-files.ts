import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { StartFault } from './worker-process.ts';

/** In memory where the system has a folder for that. */
const SHARED_ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

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

/** Why a machine ends that cannot start a worker or tell its workers of a change. */
export const FILES_GONE = 'the folder that its processes share was deleted';

const PREFIX = 'parley-';

/**
 * The setup holds secrets: the admin token, the keys of notices and the URLs of databases. Other users may write to the
 * root too. So the files lie in a new folder that only its owner may enter and whose name has random characters, and no
 * file is opened that exists already. The memory starts with zeros, the feed empty.
 */
export function createSharedFiles(bytes: number) {
  const folder = mkdtempSync(join(SHARED_ROOT, `${PREFIX}${process.pid}-`));
  const createFile = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return file;
  };
  try {
    const memoryFile = createFile('memory', '');
    // Pages take memory only once they are touched.
    truncateSync(memoryFile, bytes);
    const feedFile = createFile('feed.tsv', '');
    let setups = 0;
    return {
      memoryFile,
      feedFile,
      /** One for each config. */
      writeSetup: (text: string) => createFile(`setup-${++setups}.json`, text),
      remove: () => removeSharedFiles(folder),
    };
  } catch (error) {
    removeSharedFiles(folder);
    throw error;
  }
}

/** Those of this machine, or of one with the same data folder that was killed. Other folders are left alone. */
export function removeSharedFiles(folder: string): void {
  if (dirname(folder) !== SHARED_ROOT || !folder.startsWith(join(SHARED_ROOT, PREFIX))) return;
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The memory of a process that ends is free by itself.
  }
}
