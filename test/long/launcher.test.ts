import { afterEach, expect, test } from 'bun:test';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { BUN, cleanUp, ROOT, type RunOptions, run, temporaryFolder } from '../process.ts';
import { writeProgram } from './write-program.ts';

afterEach(cleanUp);

const SHOW_CAP = ['-e', 'process.stdout.write(String(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS))'];

async function output(command: string, args: readonly string[], options: RunOptions = {}) {
  const process = run(args, { ...options, command });
  const { code } = await process.exited;
  return { code, stdout: process.stdout(), stderr: process.stderr() };
}

/** The project as a clone has it, before anything is installed. */
function cloneWithoutModules(): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'src', 'kit', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  return folder;
}

test('bin/bun lifts the cap on concurrent calls before Bun reads it', async () => {
  expect(await output(BUN, SHOW_CAP)).toEqual({ code: 0, stdout: '65535', stderr: '' });
});

test('a cap that the operator has set is kept', async () => {
  const env = { BUN_CONFIG_MAX_HTTP_REQUESTS: '512' };
  expect((await output(BUN, SHOW_CAP, { env })).stdout).toBe('512');
});

test('both programs work through a symlink from another folder', async () => {
  const folder = temporaryFolder();
  symlinkSync(BUN, join(folder, 'bun'));
  symlinkSync(join(ROOT, 'bin/parley'), join(folder, 'parley'));
  expect((await output(join(folder, 'bun'), SHOW_CAP)).stdout).toBe('65535');
  expect((await output('./parley', ['--help'], { folder })).stdout).toContain('Usage: parley');
});

test('arguments pass through as they are', async () => {
  const args = [
    '-e',
    'process.stdout.write(JSON.stringify(process.argv.slice(-2)))',
    'a  b',
    "'$x",
  ];
  expect((await output(BUN, args)).stdout).toBe(JSON.stringify(['a  b', "'$x"]));
});

for (const program of ['bin/bun', 'bin/parley']) {
  test(`${program} of a clone where nothing is installed says what to do and exits 1`, async () => {
    const clone = cloneWithoutModules();
    const { code, stdout, stderr } = await output(join(clone, program), ['--help']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Parley found no Bun under .*node_modules: run bin\/install first\.\n$/,
    );
  });
}

test('after `npm ci --ignore-scripts` the real Bun runs, not the stub in its place', async () => {
  const clone = cloneWithoutModules();
  const modules = join(clone, 'node_modules');
  writeProgram(join(modules, 'bun/bin/bun.exe'), 'echo "the stub" >&2; exit 1');
  writeProgram(join(modules, '@oven/bun-linux-x64/bin/bun'), `exec '${process.execPath}' "$@"`);
  for (const name of ['typebox', 'yaml', '@ip-location-db']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const { code, stdout, stderr } = await output(join(clone, 'bin/parley'), ['check']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toStartWith('no config file: the defaults are right\n');
});

test('after an install with scripts, which moves Bun, that one runs', async () => {
  const clone = cloneWithoutModules();
  writeProgram(join(clone, 'node_modules/bun/bin/bun.exe'), 'echo "moved: $1"');
  mkdirSync(join(clone, 'node_modules/@oven/bun-linux-x64/bin'), { recursive: true });
  expect((await output(join(clone, 'bin/bun'), ['x'])).stdout).toBe('moved: x\n');
});
