import { afterAll, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanUp } from '../../test/process.ts';
import { CLAIM_MS } from '../ledger/budgets/claim-statements.ts';
import { createSliceIndex } from '../ledger/budgets/slice-index.ts';
import { createSharedFiles, removeAbandonedFiles, sliceIndexFile } from './shared-files.ts';

afterAll(cleanUp);

/** Linux gives no process a number as high as this. */
const NO_PID = 2 ** 22 + 1;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Other test runs on this machine have the same root. */
const random = () => crypto.randomUUID().replaceAll('-', '');

const rootOf = (setupFile: string) => dirname(dirname(setupFile));

test('the shared files hold the setup, empty memory of the wanted size and an empty feed', () => {
  const { setupFile, memoryFile, feedFile, remove } = createSharedFiles('{"é":1}', 8192);
  try {
    expect(readFileSync(setupFile, 'utf8')).toBe('{"é":1}');
    const memory = readFileSync(memoryFile);
    expect([memory.length, memory.every((byte) => byte === 0)]).toEqual([8192, true]);
    expect(readFileSync(feedFile, 'utf8')).toBe('');
    for (const file of [setupFile, memoryFile, feedFile, join(dirname(setupFile), 'lock.db')]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(statSync(dirname(setupFile)).mode & 0o777).toBe(0o700);
  } finally {
    remove();
  }
  expect(existsSync(dirname(setupFile))).toBe(false);
});

/** In the future, folders of other tests that run on this machine would be old too. */
function setAge(folder: string, ageMs: number): void {
  const time = (Date.now() - ageMs) / 1000;
  utimesSync(folder, time, time);
}

describe('a start removes', () => {
  test('budget slices of a machine that was silent for so long that the ledger has released them', () => {
    const { memoryFile, remove } = createSharedFiles('', 4096);
    const elsewhere = join(rootOf(memoryFile), `parley-${NO_PID}-slices${random()}`);
    renameSync(dirname(memoryFile), elsewhere);
    remove();
    const head = { ledger: random(), allocatorId: 'a' };
    const indexFile = sliceIndexFile({ memoryFile: join(elsewhere, 'memory') });
    const index = createSliceIndex(indexFile, head);
    index.add([['own/boots', 12]]);
    index.showLife(Date.now() - CLAIM_MS + 60_000);
    removeAbandonedFiles(Date.now());
    expect(existsSync(elsewhere)).toBe(true);
    index.showLife(Date.now() - CLAIM_MS);
    removeAbandonedFiles(Date.now());
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('no folder of a supervisor that lives, although no process here has its id', () => {
    const { setupFile, remove } = createSharedFiles('', 0);
    const elsewhere = join(rootOf(setupFile), `parley-${NO_PID}-live${random()}`);
    renameSync(dirname(setupFile), elsewhere);
    setAge(elsewhere, 100 * DAY_MS);
    removeAbandonedFiles(Date.now());
    expect(existsSync(elsewhere)).toBe(true);
    remove();
    removeAbandonedFiles(Date.now());
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('a folder without a lock only after a day, and only if no process here has its id', () => {
    const { setupFile, remove } = createSharedFiles('', 0);
    const root = rootOf(setupFile);
    remove();
    const gone = join(root, `parley-${NO_PID}-old${random()}`);
    const running = join(root, `parley-${process.pid}-old${random()}`);
    const other = join(root, `parley-${NO_PID}-of-${random()}`);
    const folders = [gone, running, other];
    for (const folder of folders) mkdirSync(folder);
    try {
      for (const folder of folders) setAge(folder, DAY_MS - 60_000);
      removeAbandonedFiles(Date.now());
      expect(folders.map(existsSync)).toEqual([true, true, true]);
      for (const folder of folders) setAge(folder, DAY_MS + 60_000);
      removeAbandonedFiles(Date.now());
      expect(folders.map(existsSync)).toEqual([false, true, true]);
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  });
});
