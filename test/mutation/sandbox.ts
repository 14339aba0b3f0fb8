import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcessesOf } from './processes.ts';

/** A copy of the project that may be changed and broken. */
export type Sandbox = {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Ends what still runs in it and removes it. */
  readonly remove: () => void;
};

const NOT_COPIED: ReadonlySet<string> = new Set(['node_modules', '.git', 'data', 'coverage']);

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
