import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../lib/is-running.ts';

/** The files that a supervisor shares with its workers. */
export type SharedFiles = {
  /** Holds secrets: the admin token, the keys of notices and the URLs of databases. */
  readonly setupFile: string;
  /** The pages that all processes map. It starts with zeros. */
  readonly memoryFile: string;
  /** The campaigns of the store. It starts empty. */
  readonly feedFile: string;
  /** Pages that a process has mapped stay mapped. */
  readonly remove: () => void;
};

/** In memory where the system has a folder for that. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NAME = /^parley-(\d+)-\w+$/;

/**
 * Other users may write to the root too. So the files lie in a new folder that only its owner may enter and whose
 * name has random characters, and no file is opened that exists already.
 */
export function createSharedFiles(setup: string, memoryBytes: number): SharedFiles {
  const folder = mkdtempSync(join(ROOT, `parley-${process.pid}-`));
  const setupFile = createFile(join(folder, 'setup.json'), setup);
  const memoryFile = createFile(join(folder, 'memory'), '');
  // Pages take memory only once they are touched.
  truncateSync(memoryFile, memoryBytes);
  const feedFile = createFile(join(folder, 'campaigns.tsv'), '');
  return { setupFile, memoryFile, feedFile, remove: () => removeFolder(folder) };
}

function createFile(file: string, text: string): string {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written);
    }
  } finally {
    closeSync(descriptor);
  }
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
export function removeAbandonedFiles(): void {
  for (const name of readdirSync(ROOT)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    const folder = join(ROOT, name);
    if (pid > 0 && !isRunning(pid) && isOwn(folder)) removeFolder(folder);
  }
}

function isOwn(folder: string): boolean {
  try {
    return lstatSync(folder).uid === process.getuid?.();
  } catch {
    return false;
  }
}
