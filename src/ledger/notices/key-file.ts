import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { dataFolderAdvice } from '../data-folder.ts';

const FILE = 'notice-key';
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{32,}$/;

/** Writes what a descriptor holds to the disk. */
type Sync = (descriptor: number) => void;

/** The key of this machine's notices, kept under `dataDir`. The first start creates it at random. */
export function loadOrCreateNoticeKey(dataDir: string, sync: Sync = fsyncSync) {
  const file = join(dataDir, FILE);
  try {
    const key = read(file) ?? create(dataDir, file, sync);
    if (SECRET.test(key)) return { kind: 'key', key } as const;
    return faultOf(`${file}: expected a key of 32 or more letters and digits`);
  } catch (error) {
    const reason = `The key of notices cannot be kept in ${file}: ${(error as Error).message}.`;
    return faultOf(`${reason}${dataFolderAdvice(error, dataDir)}`);
  }
}

const faultOf = (reason: string) => ({ kind: 'fault', reason }) as const;

/** The key that was created before the config listed keys: it still verifies what it signed. */
export function findNoticeKey(dataDir: string): string | undefined {
  try {
    const key = read(join(dataDir, FILE));
    return key !== undefined && SECRET.test(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The key is written under a temporary name and linked to its own once it is complete and on disk. Of
 * several starts at the same time one link succeeds, and all of them read the key of that one.
 */
function create(dataDir: string, file: string, sync: Sync): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
    sync(descriptor);
    closeSync(descriptor);
    linkOnce(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDir, sync);
  return readFileSync(file, 'utf8').trim();
}

function linkOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Without this a power failure could lose the file's name, and every notice signed so far would be refused. */
function syncFolder(folder: string, sync: Sync): void {
  const descriptor = openSync(folder, 'r');
  sync(descriptor);
  closeSync(descriptor);
}
