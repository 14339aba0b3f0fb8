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
import { BUN, cleanUp, type Run, run } from '../../test/process.ts';
import { CLAIM_MS } from '../ledger/budgets/claim-statements.ts';
import { createSliceIndex } from '../ledger/budgets/slice-index.ts';
import {
  createSharedFiles,
  findLeftSlices,
  removeAbandonedFiles,
  sliceIndexFile,
} from './shared-files.ts';

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

/** A process of its own that has the shared files at hand. */
function child(program: string): Run {
  const imports = `import { renameSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSharedFiles } from '${join(import.meta.dir, 'shared-files.ts')}';
`;
  return run(['-e', `${imports}${program}`], { command: BUN });
}

describe('a start removes', () => {
  test('the folder of a supervisor that was killed, at once and whichever process has its id now', async () => {
    // Its id is one that runs here, as it would be if it were counted in another namespace.
    const name = `parley-${process.pid}-killed${random()}`;
    const supervisor = child(`
const folder = dirname(createSharedFiles('', 0).setupFile);
const renamed = join(dirname(folder), '${name}');
renameSync(folder, renamed);
console.log('it is ' + renamed + '.');
setInterval(() => {}, 1000);
`);
    await supervisor.printed('.\n');
    const folder = /it is (.*)\./.exec(supervisor.stdout())?.[1] ?? '';
    removeAbandonedFiles(Date.now());
    expect(existsSync(folder)).toBe(true);
    process.kill(supervisor.pid, 'SIGKILL');
    await supervisor.exited;
    removeAbandonedFiles(Date.now());
    expect(existsSync(folder)).toBe(false);
  });

  test('budget slices only once the ledger has released them, since a machine of that ledger may return them', async () => {
    const supervisor = child(`
const { memoryFile } = createSharedFiles('', 4096);
console.log('it is ' + memoryFile + '.');
setInterval(() => {}, 1000);
`);
    await supervisor.printed('.\n');
    const memoryFile = /it is (.*)\./.exec(supervisor.stdout())?.[1] ?? '';
    const ledger = random();
    const head = { ledger, allocatorId: 'killed' };
    createSliceIndex(sliceIndexFile({ memoryFile }), head).add([['own/boots', 12]]);
    expect(findLeftSlices(ledger, Date.now())).toBeUndefined();
    process.kill(supervisor.pid, 'SIGKILL');
    await supervisor.exited;
    removeAbandonedFiles(Date.now());
    expect(findLeftSlices('of another', Date.now())).toBeUndefined();
    const left = findLeftSlices(ledger, Date.now());
    expect(left?.index).toEqual({ ...head, byteOf: new Map([['own/boots', 12]]) });
    expect(left?.memory.byteLength).toBe(4096);
    // Whoever has found it keeps it from others.
    expect(findLeftSlices(ledger, Date.now())).toBeUndefined();
    left?.remove();
    expect(existsSync(memoryFile)).toBe(false);
  });

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

  test('nothing that another is just creating', async () => {
    const creating = child(`
for (let made = 0; made < 300; made++) {
  const { setupFile, memoryFile, feedFile, remove } = createSharedFiles('', 0);
  if (![setupFile, memoryFile, feedFile].every(existsSync)) throw new Error('gone: ' + setupFile);
  remove();
}
console.log('all were there');
`);
    let isOver = false;
    void creating.exited.then(() => {
      isOver = true;
    });
    while (!isOver) {
      removeAbandonedFiles(Date.now());
      await Bun.sleep(0);
    }
    expect([creating.stdout(), creating.stderr()]).toEqual(['all were there\n', '']);
  });
});
