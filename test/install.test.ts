import { afterEach, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, ROOT, run, temporaryFolder } from './process.ts';
import { writeProgram } from './write-program.ts';

afterEach(cleanUp);

const lockFile = (version: string) =>
  JSON.stringify({
    packages: {
      '': { workspaces: ['part'] },
      part: { version: '1.0.0' },
      'node_modules/part': { resolved: 'part', link: true },
      'node_modules/used': { version, integrity: 'a' },
      'node_modules/tool': { version: '1.0.0', integrity: 'b', dev: true },
      'node_modules/elsewhere': { version: '1.0.0', integrity: 'c', optional: true },
    },
  });

/** What npm does here: it writes down that it was called, takes a moment, and installs what the lock file names. */
const NPM = `
echo "npm $*" >>"$CALLS"
rm -rf node_modules
sleep 0.2
mkdir -p node_modules/used node_modules/tool
ln -s ../part node_modules/part
case "$*" in *omit=dev*) rm -r node_modules/tool ;; esac
sed 's/,"node_modules.elsewhere.*/}}/' package-lock.json >node_modules/.package-lock.json`;

function project({ npm = NPM } = {}) {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'part'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'package-lock.json'), lockFile('1.0.0'));
  writeProgram(join(folder, 'programs/npm'), npm);
  const calls = join(folder, 'calls');
  const env = { PATH: `${join(folder, 'programs')}:${process.env.PATH}`, CALLS: calls };
  return {
    folder,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8') : ''),
    async install(...args: readonly string[]) {
      const running = run(args, { command: join(folder, 'bin/install'), env });
      const { code } = await running.exited;
      return { code, stdout: running.stdout(), stderr: running.stderr() };
    },
  };
}

const QUIET = { code: 0, stdout: '', stderr: '' };
const CALL = 'npm ci --no-audit --no-fund\n';

describe('bin/install', () => {
  test('installs in a fresh clone, says so beside the output, and never again', async () => {
    const { install, calls } = project();
    expect(await install()).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Parley installs its packages from package-lock.json.\n',
    });
    expect(await install()).toEqual(QUIET);
    expect(await install('--include=dev')).toEqual(QUIET);
    expect(calls()).toBe(CALL);
  });

  test('installs again when the link to a workspace is gone', async () => {
    const { install, calls, folder } = project();
    await install();
    rmSync(join(folder, 'node_modules/.parley-lock.json'));
    rmSync(join(folder, 'node_modules/part'));
    await install();
    expect(calls()).toBe(CALL + CALL);
  });

  test('installs again when the lock file has changed', async () => {
    const { install, calls, folder } = project();
    await install();
    writeFileSync(join(folder, 'package-lock.json'), lockFile('1.0.1'));
    await install();
    expect(await install()).toEqual(QUIET);
    expect(calls()).toBe(CALL + CALL);
  });

  test('takes what `npm ci` installed by hand, so that it needs no registry', async () => {
    const { install, calls, folder } = project();
    await install();
    rmSync(join(folder, 'node_modules/.parley-lock.json'));
    expect(await install('--include=dev')).toEqual(QUIET);
    expect(calls()).toBe(CALL);
  });

  test('starts without the packages for development, which only the tests need', async () => {
    const { install, calls } = project();
    expect((await install('--omit=dev')).code).toBe(0);
    expect(await install()).toEqual(QUIET);
    expect((await install('--include=dev')).code).toBe(0);
    expect(calls()).toBe(
      'npm ci --no-audit --no-fund --omit=dev\nnpm ci --no-audit --no-fund --include=dev\n',
    );
  });

  test('two at once install once', async () => {
    const { install, calls } = project();
    const both = await Promise.all([install(), install()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(calls()).toBe(CALL);
  });

  test('a clone of this project without node_modules is seen not to be installed, without a stack trace', async () => {
    const { folder, install } = project();
    cpSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
    const isInstalled = run(['bin/is-installed.js'], { command: 'node', folder });
    expect((await isInstalled.exited).code).toBe(1);
    expect([isInstalled.stdout(), isInstalled.stderr()]).toEqual(['', '']);
    expect((await install()).stderr).toStartWith(
      'Parley installs its packages from package-lock.json.\n',
    );
  });

  test('an install that fails ends in a sentence, and the next start tries again', async () => {
    const { install, calls } = project({ npm: 'echo "npm $*" >>"$CALLS"; echo why >&2; exit 1' });
    const { code, stderr } = await install();
    expect(code).toBe(1);
    expect(stderr).toContain('why\nParley could not install its packages: npm ci failed');
    expect((await install()).code).toBe(1);
    expect(calls()).toBe(CALL + CALL);
  });
});
