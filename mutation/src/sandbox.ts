import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the project that may be changed and broken. */
export type Sandbox = {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Ends what still runs in it and removes it. */
  readonly remove: () => void;
};

const NOT_COPIED: ReadonlySet<string> = new Set(['node_modules', '.git', 'data', 'dist']);

export function createSandbox(root: string): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mutate-'));
  // Tests that start Postgres as a user of its own need to get to their temporary files.
  chmodSync(folder, 0o755);
  for (const name of readdirSync(root)) {
    if (!NOT_COPIED.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(temporaryFolderOf(folder));
  return {
    folder,
    write: (path, text) => writeFileSync(join(folder, path), text),
    remove() {
      endProcessesOf(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where tests that run in a sandbox write, so that it goes away with the sandbox. */
export function temporaryFolderOf(folder: string): string {
  return join(folder, 'tmp');
}

/**
 * Kills every process that was started with this folder in its command or its environment. Tests start servers
 * in process groups of their own, and a test process that is killed cannot end them itself.
 */
export function endProcessesOf(folder: string): void {
  if (!existsSync('/proc/self/environ')) return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (['cmdline', 'environ'].some((file) => readOf(pid, file).includes(folder))) kill(pid);
  }
}

/** Empty for a process that has ended or belongs to somebody else. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Kills a process, or with a negative number a group of them, if it is still there. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
