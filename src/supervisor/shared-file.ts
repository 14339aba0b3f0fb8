import { existsSync, readdirSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../lib/is-running.ts';

/** Files whose pages several processes map: in memory where the system has a place for that. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NAME = /^parley-(\d+)-\d+$/;

let made = 0;

/** A new file for this process's workers. */
export function shareText(text: string): string {
  const file = join(FOLDER, `parley-${process.pid}-${made++}`);
  // Configs hold secrets.
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** A new file of zeros for this process's workers. */
export function shareMemory(bytes: number): string {
  const file = shareText('');
  // Pages take memory only once they are touched.
  truncateSync(file, bytes);
  return file;
}

export function removeSharedFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone already: someone tidied up.
  }
}

/** Files of supervisors that were killed before they could remove them. */
export function removeAbandonedFiles(): void {
  for (const name of readdirSync(FOLDER)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isRunning(pid)) removeSharedFile(join(FOLDER, name));
  }
}
