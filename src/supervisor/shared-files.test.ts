import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSharedFiles, removeAbandonedFiles } from './shared-files.ts';

/** Linux gives no process a number as high as this. */
const NO_PID = 2 ** 22 + 1;

test('the shared files hold the setup, empty memory of the wanted size and an empty feed', () => {
  const { setupFile, memoryFile, feedFile, remove } = createSharedFiles('{"é":1}', 8192);
  try {
    expect(readFileSync(setupFile, 'utf8')).toBe('{"é":1}');
    const memory = readFileSync(memoryFile);
    expect([memory.length, memory.every((byte) => byte === 0)]).toEqual([8192, true]);
    expect(readFileSync(feedFile, 'utf8')).toBe('');
    for (const file of [setupFile, memoryFile, feedFile]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(statSync(dirname(setupFile)).mode & 0o777).toBe(0o700);
  } finally {
    remove();
  }
  expect(existsSync(dirname(setupFile))).toBe(false);
});

test('files of a supervisor that was killed are removed, and those of one that runs are not', () => {
  const { setupFile, remove } = createSharedFiles('', 0);
  const root = dirname(dirname(setupFile));
  const abandoned = join(root, `parley-${NO_PID}-abc`);
  // Another test run on this machine may do the same at this moment.
  const foreign = join(root, `parley-${NO_PID}-abc-of-${crypto.randomUUID()}`);
  try {
    for (const folder of [abandoned, foreign]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(foreign, 'memory'), '');
    removeAbandonedFiles();
    expect([abandoned, foreign, setupFile].map(existsSync)).toEqual([false, true, true]);
  } finally {
    remove();
    rmSync(foreign, { recursive: true, force: true });
  }
});
