import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const RUN_PREFIX = 'parley-test-';

/** The processes that a folder of a test run belongs to: the run itself and its cleaner. */
const OWNERS = 'owners';
/** A folder without that file is being made, or is damaged. */
const UNOWNED_MS_MAX = 24 * 60 * 60 * 1000;

export function ownRun(folder: string, pids: readonly number[]): void {
  writeFileSync(join(folder, OWNERS), pids.join(' '));
}

/** Removes the folders of test runs that ended together with their cleaner, which would have removed them. */
export function sweepDeadRuns(temporary: string, nowMs: number): void {
  for (const name of readdirSync(temporary)) {
    if (!name.startsWith(RUN_PREFIX)) continue;
    const folder = join(temporary, name);
    try {
      if (isDead(folder, nowMs)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is another user's, or another run has just removed it.
    }
  }
}

function isDead(folder: string, nowMs: number): boolean {
  const owners = readOwners(folder);
  if (owners.length > 0) return !owners.some(isRunning);
  return nowMs - statSync(folder).mtimeMs > UNOWNED_MS_MAX;
}

function readOwners(folder: string): readonly number[] {
  try {
    const owners = readFileSync(join(folder, OWNERS), 'utf8');
    // Its run has made the file and is about to write it.
    return owners === '' ? [] : owners.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** Removes what servers share that were killed and do not start again. */
export function sweepSharedFiles(): void {
  const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  for (const name of readdirSync(root)) {
    const pid = /^parley-(\d+)-\w+$/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Whether a process with this id runs on this machine, under any user. */
export function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}
