/** Parleys of one machine that do not see each other's processes, as in containers, and a disk that is full. */
import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { buy, call } from '../notices/exchange.ts';
import { AMPLE_LIMITS, cleanUp, PARLEY, run, serve, temporaryFolder } from '../process.ts';
import { writeProgram } from './write-program.ts';

afterAll(cleanUp);

/** Others than root need a namespace of users to make any other. */
const UNSHARE = process.getuid?.() === 0 ? 'unshare' : 'unshare --user --map-root-user';

function program(text: string): string {
  const path = join(temporaryFolder(), 'parley');
  writeProgram(path, text);
  return path;
}

/** Parley that sees only its own processes. The folders are the same. */
const elsewhere = () =>
  program(`exec ${UNSHARE} --pid --fork --kill-child --mount-proc ${PARLEY} "$@"`);

const configOf = (dataDir: string) => `${AMPLE_LIMITS}dataDir: ${dataDir}\npartners:\n`;

const SHARED_ROOT = '/dev/shm';

/** The folders of shared files of the server with this data folder. */
function sharedFoldersOf(dataDir: string): readonly string[] {
  return readdirSync(SHARED_ROOT)
    .map((name) => join(SHARED_ROOT, name))
    .filter((folder) => /\/parley-\d+-\w+$/.test(folder))
    .filter((folder) => isSetupOf(join(folder, 'setup-1.json'), dataDir));
}

function isSetupOf(file: string, dataDir: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes(JSON.stringify(dataDir));
  } catch {
    // Another test has just removed it.
    return false;
  }
}

test('a start leaves the shared files of servers whose processes it cannot see', async () => {
  const dataDirs: string[] = [];
  for (const command of [PARLEY, elsewhere(), elsewhere(), PARLEY]) {
    const dataDir = temporaryFolder();
    await serve(configOf(dataDir), { command });
    dataDirs.push(dataDir);
    expect(dataDirs.map((one) => sharedFoldersOf(one).length)).toEqual(dataDirs.map(() => 1));
  }
});

test('a data folder is refused to a server that cannot see the process that holds it, until that ends', async () => {
  for (const [first, second] of [
    [PARLEY, elsewhere()],
    [elsewhere(), PARLEY],
    [elsewhere(), elsewhere()],
  ]) {
    const dataDir = temporaryFolder();
    const holder = await serve(configOf(dataDir), { command: first ?? '' });
    const env = { HOST: '127.0.0.1', PORT: '0', PARLEY_DATA_DIR: dataDir };
    const refused = run(['start'], { command: second ?? '', env });
    expect((await refused.exited).code).toBe(1);
    expect(refused.stderr()).toContain(
      `The data folder ${dataDir} is in use by another Parley process;`,
    );
    process.kill(-holder.pid, 'SIGKILL');
    await holder.exited;
    await serve(configOf(dataDir), { command: second ?? '' });
    // The first has left its files, and this start has removed them.
    expect(sharedFoldersOf(dataDir)).toHaveLength(1);
  }
});

const DISK_BYTES = 16 * 1024 ** 2;

test('a full disk is said by /status, and no longer when there is room', async () => {
  const dataDir = temporaryFolder();
  const mount = `mount -t tmpfs -o size=${DISK_BYTES},mode=0700 parley ${dataDir}`;
  const command = program(`exec ${UNSHARE} --mount sh -c '${mount} && exec ${PARLEY} start'`);
  const server = await serve(configOf(dataDir), { command });
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1];
  const faults = async () => {
    const status = await (await fetch(`${adminUrl}/status`)).json();
    return (status as { readonly journalFaults: readonly string[] }).journalFaults;
  };
  const statusOfNotice = async () => (await call((await buy(server.port)).nurl)).status;
  expect(await statusOfNotice()).toBe(204);
  expect(await faults()).toEqual([]);
  const filler = `/proc/${server.pid}/root${dataDir}/filler`;
  expect(existsSync(join(filler, '../parley.db'))).toBe(true);
  // To the last byte: it goes on until nothing fits any more.
  const fill = () => {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' });
    } catch (error) {
      expect((error as { code?: unknown }).code).toBe('ENOSPC');
    }
  };
  await eventually(async () => {
    fill();
    return (await statusOfNotice()) === 503;
  });
  expect(await faults()).toEqual([
    expect.stringMatching(/^the disk under dataDir is full: ENOSPC/),
  ]);
  rmSync(filler);
  await eventually(async () => (await statusOfNotice()) === 204);
  await eventually(async () => (await faults()).length === 0);
});

/** Parley whose /dev has no devices, and where these commands have run. */
const withEmptyDev = (commands: string) =>
  program(
    `cd / && exec ${UNSHARE} --mount sh -c 'mount -t tmpfs parley /dev && ${commands} && exec ${PARLEY} start'`,
  );

test.each([
  [
    'a folder for shared files',
    'mknod /dev/null c 1 3 && export TMPDIR=/nonexistent',
    '/nonexistent is none: ENOENT',
  ],
])(
  'a start without %s says so and what to do, and starts nothing',
  async (_, commands, sentence) => {
    const env = { HOST: '127.0.0.1', PORT: '0', PARLEY_DATA_DIR: '/nonexistent' };
    const refused = run(['start'], { command: withEmptyDev(commands), env });
    expect((await refused.exited).code).toBe(1);
    expect(refused.stderr()).toStartWith('Parley did not start. Expected ');
    expect(refused.stderr()).toContain(sentence);
  },
);
