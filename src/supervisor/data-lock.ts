import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../lib/is-running.ts';
import type { StartFault } from './worker-process.ts';

/** One supervisor at a time may use a data folder: two would drain and delete each other's journals. */
export type DataLock = { readonly release: () => void };

const LOCK_FILE = 'lock';

/** A second supervisor may take over a stale lock at the same moment. One of the two then finds a lock that is held. */
const TRIES_MAX = 3;

/** Locks the folder, which is created where it is missing. The lock of a process that no longer runs is replaced. */
export function lockDataDir(dataDir: string): DataLock | StartFault {
  try {
    return lock(dataDir);
  } catch (error) {
    return { reason: `The data folder ${dataDir} cannot be locked: ${(error as Error).message}.` };
  }
}

function lock(dataDir: string): DataLock | StartFault {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, LOCK_FILE);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, describeProcess(process.pid), { mode: 0o600 });
  try {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (tryLink(own, file)) return { release: () => releaseLock(file) };
      const holder = readHolder(file);
      if (holder !== undefined && isHeld(holder)) return inUse(dataDir, holder.pid);
      removeStale(file, own);
    }
    return inUse(dataDir, readHolder(file)?.pid);
  } finally {
    rmSync(own, { force: true });
  }
}

type Holder = { readonly pid: number; readonly text: string };

function tryLink(own: string, file: string): boolean {
  try {
    // A link either is there or is not: nobody can read a lock that is only half written.
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return { pid: Number(/^\d+/.exec(text)?.[0] ?? 0), text };
  } catch {
    return undefined;
  }
}

/** The time at which the process started tells it from a later one with the same id. */
function isHeld({ pid, text }: Holder): boolean {
  return isRunning(pid) && describeProcess(pid) === text;
}

function describeProcess(pid: number): string {
  return `${pid} ${startTicks(pid) ?? ''}\n`;
}

/** Field 22 of `/proc/<pid>/stat`; undefined on systems without it. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** By renaming first: of two processes that see the same stale lock, only one removes it. */
function removeStale(file: string, own: string): void {
  const stale = `${own}.stale`;
  try {
    renameSync(file, stale);
    rmSync(stale, { force: true });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
  }
}

function releaseLock(file: string): void {
  if (readHolder(file)?.text === describeProcess(process.pid)) rmSync(file, { force: true });
}

function inUse(dataDir: string, pid: number | undefined): StartFault {
  const holder = pid === undefined ? 'another Parley process' : `the Parley process ${pid}`;
  return {
    reason: `The data folder ${dataDir} is in use by ${holder}; stop that process, or set dataDir or PARLEY_DATA_DIR to another folder.`,
  };
}
