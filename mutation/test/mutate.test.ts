import { afterAll, afterEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from '../../src/lib/is-running.ts';
import { eventually } from '../../test/eventually.ts';
import { cleanUp, run, temporaryFolder } from '../../test/process.ts';
import { letTimeRun, passSeconds, stopTime, untilSo } from '../../test/stopped-time.ts';
import type { Equivalent } from '../src/choose-mutants.ts';
import { mutate } from '../src/mutate.ts';
import type { Options } from '../src/options.ts';
import { type Judged, lastLine, survivorLine, tableOf } from '../src/report.ts';
import { runTests } from '../src/run-tests.ts';
import { createSandbox, type Sandbox } from '../src/sandbox.ts';

afterAll(cleanUp);
afterEach(letTimeRun);

/** A project whose tests notice some mutants and not others. */
const FILES = {
  'src/price.ts': `export const isEnough = (price: number, floor: number) => price >= floor;
export function untested(a: number) {
  return a === 1;
}
`,
  'src/price.test.ts': `import { expect, test } from 'bun:test';
import { isEnough } from './price.ts';
test('a price above the floor is enough', () => expect(isEnough(2, 1)).toBe(true));
`,
  'src/child.ts': `import { count } from './count.ts';
process.exit(count([1, 2]));
`,
  'src/count.ts': `export function count(list: readonly number[]) {
  return list.length + 0;
}
`,
  'test/child.test.ts': `import { expect, test } from 'bun:test';
import { join } from 'node:path';
test('the child counts', () => {
  const child = Bun.spawnSync([process.execPath, join(import.meta.dir, '../src/child.ts')]);
  expect(child.exitCode).toBe(2);
});
`,
  'test/broken.test.ts': `import { test } from 'bun:test';
import '../src/price.ts';
test('fails', () => { throw new Error('always'); });
`,
};

const OPTIONS: Omit<Options, 'paths'> = {
  only: [],
  sample: undefined,
  seed: '1',
  jobs: 2,
};

type Outcome = { readonly judged: readonly Judged[]; readonly failing: readonly string[] };

async function mutateFixture(
  path: string,
  equivalents: readonly Equivalent[] = [],
): Promise<Outcome> {
  const root = projectOf(FILES);
  const failing: string[] = [];
  const sandboxes: Sandbox[] = [];
  const newSandbox = () => {
    const sandbox = createSandbox(root);
    sandboxes.push(sandbox);
    return sandbox;
  };
  const options = { ...OPTIONS, paths: [path] };
  const judged = await mutate(
    {
      root,
      options,
      equivalents,
      cacheFolder: temporaryFolder(),
      newSandbox,
      compiles: async () => true,
    },
    { judged() {}, failing: (name) => failing.push(name), stale() {} },
  );
  for (const [path, text] of Object.entries(FILES)) {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  }
  for (const { remove } of sandboxes) remove();
  expect(sandboxes.some(({ folder }) => existsSync(folder))).toBe(false);
  return { judged, failing };
}

test('what no test notices is reported, and what one notices is not', async () => {
  const { judged, failing } = await mutateFixture('src/price.ts');
  expect(judged.filter(({ verdict }) => verdict.status === 'survived').map(survivorLine)).toEqual([
    'src/price.ts:1:65  ">=" → ">"  in: export const isEnough = (price: number, floor: number) => price >= floor;',
    'src/price.ts:2:38  nothing → "return;"  in: export function untested(a: number) {  (no test runs it)',
    'src/price.ts:3:12  "===" → "!=="  in: return a === 1;  (no test runs it)',
    'src/price.ts:3:16  "1" → "2"  in: return a === 1;  (no test runs it)',
  ]);
  expect(lastLine(judged)).toBe(
    '4 mutants: 0 killed, 4 survived, 0 equivalent, 0 refused by the compiler; score 0.0 %',
  );
  expect(failing).toEqual(['test/broken.test.ts']);
});

const EQUIVALENT: Equivalent = {
  file: 'src/count.ts',
  source: 'return list.length + 0;',
  operator: 'arithmetic',
  change: '"+" → "-"',
  reason: 'nothing is the same added and taken away',
};

test('code that runs only in a child process is judged by the tests that start it', async () => {
  const { judged } = await mutateFixture('src/count.ts', [EQUIVALENT]);
  expect(judged.map(({ change, verdict }) => [change, verdict])).toEqual([
    ['nothing → "return;"', { status: 'killed', by: 'test/child.test.ts', testsRun: 1 }],
    ['"+" → "-"', { status: 'equivalent' }],
    ['"0" → "1"', { status: 'killed', by: 'test/child.test.ts', testsRun: 1 }],
  ]);
  expect(tableOf(judged).split('\n')).toEqual([
    'folder  mutants  killed  survived  equivalent  refused    score',
    'src           3       2         0           1        0  100.0 %',
  ]);
});

test('a test that does not end is ended, with the processes it started', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'tmp'));
  writeFileSync(
    join(root, 'hangs.test.ts'),
    `import { test } from 'bun:test';
import { spawn } from 'node:child_process';
test('hangs', () => {
  const { pid } = spawn('sleep', ['1000'], { detached: true });
  require('node:fs').writeFileSync('pid', String(pid));
  for (;;);
});`,
  );
  stopTime();
  const running = runTests(root, ['hangs.test.ts'], { msMax: 60_000, until: 'first-failure' });
  const pidFile = join(root, 'pid');
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
  await untilSo(() => pid() > 0);
  await passSeconds(60);
  expect((await running).outcome).toBe('timed-out');
  letTimeRun();
  await eventually(() => !isRunning(pid()));
});

test('a run that is interrupted leaves nothing behind', async () => {
  const temporary = temporaryFolder();
  const folder = projectOf({
    'src/a.ts': 'export const a = 1;',
    'src/a.test.ts': `import { test } from 'bun:test';
import './a.ts';
test('goes on', () => Bun.sleep(1_000_000), 1_000_000);
`,
  });
  const { pid, exited } = run([join(import.meta.dir, '../src/cli.ts'), 'src'], {
    command: process.execPath,
    folder,
    env: { TMPDIR: temporary },
  });
  const copies = () => readdirSync(temporary).filter((name) => name.startsWith('parley-mutate-'));
  await eventually(() => copies().length > 0);
  process.kill(pid, 'SIGINT');
  expect(await exited).toEqual({ code: 130, signal: null });
  expect(copies()).toEqual([]);
});

function projectOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules'));
  return root;
}
