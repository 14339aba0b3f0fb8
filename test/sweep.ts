import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../src/host/machine/shared-files.ts';

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
