import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from './data-lock.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parley-lock-'));
  folders.push(made);
  return made;
}

function locked(dataDir: string) {
  const lock = lockDataDir(dataDir);
  if ('reason' in lock) throw new Error(lock.reason);
  return lock;
}

test('a locked folder is refused, with the process that holds it', () => {
  const dataDir = folder();
  locked(dataDir);
  const second = lockDataDir(dataDir);
  expect(second).toEqual({
    reason: `The data folder ${dataDir} is in use by the Parley process ${process.pid}; stop that process, or set dataDir or PARLEY_DATA_DIR to another folder.`,
  });
});

test('a lock that is released can be taken again, and leaves no file', () => {
  const dataDir = join(folder(), 'not/there/yet');
  locked(dataDir).release();
  expect(readdirSync(dataDir)).toEqual([]);
  locked(dataDir).release();
});

/** Above every id that a system gives. */
const NO_PID = 2 ** 30;

test('the lock of a process that has ended is replaced', () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'lock'), `${NO_PID} 123\n`);
  locked(dataDir);
});

test('a process that was given the id of an earlier holder does not hold its lock', () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'lock'), `${process.ppid} 1\n`);
  locked(dataDir);
});

test('a lock that is empty or no lock at all is replaced', () => {
  for (const text of ['', 'lock', '0 0\n', '-1']) {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'lock'), text);
    locked(dataDir);
  }
});

test('a lock that another process has taken since is not released', () => {
  const dataDir = folder();
  const lock = locked(dataDir);
  writeFileSync(join(dataDir, 'lock'), `${process.ppid} 1\n`);
  lock.release();
  expect(existsSync(join(dataDir, 'lock'))).toBe(true);
});
