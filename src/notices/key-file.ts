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

const FILE = 'notice-key';
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{32,}$/;

export type NoticeKeyFile =
  | { readonly kind: 'key'; readonly key: string }
  /** A sentence that names the file. */
  | { readonly kind: 'fault'; readonly reason: string };

/** The key of this machine's notices, kept under `dataDir`; made at random by whoever asks first. */
export function loadOrCreateNoticeKey(dataDir: string): NoticeKeyFile {
  const file = join(dataDir, FILE);
  try {
    const key = read(file) ?? create(dataDir, file);
    return SECRET.test(key)
      ? { kind: 'key', key }
      : { kind: 'fault', reason: `${file}: expected a key of 32 or more letters and digits` };
  } catch (error) {
    const { message } = error as Error;
    return { kind: 'fault', reason: `The key of notices cannot be kept in ${file}: ${message}` };
  }
}

/** The key that was made here before the config named any; its notices are still under way. */
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
 * Written under another name and linked into place when it is whole and on disk: of several starts at
 * once one link succeeds, and all read what that one wrote.
 */
function create(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    writeSync(descriptor, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    linkOnce(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDir);
  return readFileSync(file, 'utf8').trim();
}

function linkOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Without this the name could be lost with the power, and with it every notice under way. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
