import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedFiles } from '../src/supervisor/shared-files.ts';
import { ask } from './http/request.ts';
import { AMPLE_LIMITS, cleanUp, serve, temporaryFolder } from './process.ts';

afterAll(cleanUp);

const SHARED_ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const OTHERS = 0o077;

/** The user and group "nobody" of most systems. */
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Whether another user of the machine can read the file. Only root can try; others look at the modes. */
function isReadableByOthers(file: string, folder: string): boolean {
  if (process.getuid?.() !== 0)
    return ((statSync(file).mode | statSync(folder).mode) & OTHERS) !== 0;
  return Bun.spawnSync([...NOBODY, 'cat', file]).exitCode === 0;
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

const KEYS = 'notices: { keys: ["a key of more than thirty-two characters"] }';

for (const [kind, more, own] of [
  ['without keys in its config', '', ['notice-key']],
  ['with keys in its config', KEYS, []],
] as const) {
  test(`another user of the machine can read no file that a server ${kind} makes`, async () => {
    await expectPrivateFiles(more, own);
  });
}

async function expectPrivateFiles(more: string, own: readonly string[]): Promise<void> {
  const dataDir = join(temporaryFolder(), 'data');
  const token = 'a token that nobody else may read';
  const server = await serve(
    `${AMPLE_LIMITS}dataDir: ${dataDir}\nadmin: { port: 0, token: "${token}" }\n${more}\n`,
  );
  expect((await ask(server.port)).status).toBe(200);
  const shared = readdirSync(SHARED_ROOT)
    .filter((name) => name.startsWith(`parley-${server.pid}-`))
    .map((name) => join(SHARED_ROOT, name));
  expect(shared).toHaveLength(1);
  const folders = [...shared, dataDir];
  const files = folders.flatMap(filesUnder);
  const names = files.map((file) => file.split('/').at(-1));
  for (const name of ['setup.json', 'memory', 'lock.db', 'parley.db', ...own])
    expect(names).toContain(name);
  for (const folder of folders) expect(statSync(folder).mode & OTHERS).toBe(0);
  for (const file of files) {
    expect(statSync(file).mode & OTHERS).toBe(0);
    expect([file, isReadableByOthers(file, folders[0] ?? '')]).toEqual([file, false]);
  }
}

test('shared files lie in a new folder each time, whose name cannot be guessed', () => {
  const first = createSharedFiles('secret', 64);
  const second = createSharedFiles('secret', 64);
  try {
    const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
    expect(folderOf(first.setupFile)).not.toBe(folderOf(second.setupFile));
    expect(folderOf(first.setupFile)).toMatch(/parley-\d+-\w{6,}$/);
    expect(statSync(folderOf(first.setupFile)).mode & OTHERS).toBe(0);
    expect(statSync(first.memoryFile).size).toBe(64);
  } finally {
    first.remove();
    second.remove();
  }
  expect(existsSync(first.setupFile)).toBeFalse();
});
