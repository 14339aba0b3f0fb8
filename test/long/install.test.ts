import { afterEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atCleanUp, cleanUp, ROOT, run, temporaryFolder } from '../process.ts';
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
case "$1" in ci) rm -rf node_modules ;; esac
sleep 0.2
mkdir -p node_modules/used node_modules/tool
ln -sfn ../part node_modules/part
sed 's/,"node_modules.elsewhere.*/}}/' package-lock.json >node_modules/.package-lock.json
case "$*" in
  *omit=dev*) rm -r node_modules/tool; sed -i 's/"node_modules.tool":{[^}]*}/"":{}/' node_modules/.package-lock.json ;;
esac`;

function project({ npm = NPM } = {}) {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'part'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'package-lock.json'), lockFile('1.0.0'));
  writeProgram(join(folder, 'programs/npm'), npm);
  const calls = join(folder, 'calls');
  const env = {
    PATH: `${join(folder, 'programs')}:${process.env.PATH}`,
    CALLS: calls,
    npm_config_workspace: 'kit',
  };
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
const TO_RUN = 'npm ci --omit=dev --no-audit --no-fund\n';
const ALL = 'npm ci --include=dev --no-audit --no-fund\n';
const ADDED = 'npm install --no-save --include=dev --no-audit --no-fund\n';

describe('bin/install', () => {
  test('installs in a fresh clone what a server needs, says so beside the output, and never again', async () => {
    const { install, calls } = project();
    expect(await install()).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Parley installs its packages from package-lock.json.\n',
    });
    expect(await install()).toEqual(QUIET);
    expect(calls()).toBe(TO_RUN);
  });

  test('adds the packages for development in place, and a later start keeps them', async () => {
    const { install, calls, folder } = project();
    await install();
    writeFileSync(join(folder, 'node_modules/used/file'), 'of a server that runs');
    expect(await install('--include=dev')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Parley adds its packages for development from package-lock.json.\n',
    });
    expect(existsSync(join(folder, 'node_modules/used/file'))).toBe(true);
    expect(await install()).toEqual(QUIET);
    expect(await install('--include=dev')).toEqual(QUIET);
    expect(calls()).toBe(TO_RUN + ADDED);
  });

  test('installs again when the link to a workspace is gone', async () => {
    const { install, calls, folder } = project();
    await install();
    rmSync(join(folder, 'node_modules/.parley-lock-running.json'));
    rmSync(join(folder, 'node_modules/part'));
    await install();
    expect(calls()).toBe(TO_RUN + TO_RUN);
  });

  test('installs again when the lock file has changed, as much as there was', async () => {
    const { install, calls, folder } = project();
    const change = (version: string) =>
      writeFileSync(join(folder, 'package-lock.json'), lockFile(version));
    await install();
    change('1.0.1');
    await install();
    await install('--include=dev');
    change('1.0.2');
    await install();
    expect(existsSync(join(folder, 'node_modules/tool'))).toBe(true);
    expect(await install('--include=dev')).toEqual(QUIET);
    expect(calls()).toBe(TO_RUN + TO_RUN + ADDED + ALL);
  });

  test('takes what `npm ci` installed by hand, so that it needs no registry', async () => {
    const { install, calls, folder } = project();
    await install('--include=dev');
    rmSync(join(folder, 'node_modules/.parley-lock.json'));
    expect(await install()).toEqual(QUIET);
    expect(await install('--include=dev')).toEqual(QUIET);
    expect(calls()).toBe(ALL);
  });

  test('two at once install once', async () => {
    const { install, calls } = project();
    const both = await Promise.all([install(), install()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(calls()).toBe(TO_RUN);
  });

  test('another argument is refused', async () => {
    const { install, calls } = project();
    const { code, stderr } = await install('--omit=dev');
    expect([code, stderr]).toEqual([
      2,
      'bin/install expected --include=dev or nothing, but got --omit=dev.\n',
    ]);
    expect(calls()).toBe('');
  });

  test('an install that fails ends in a sentence, and the next start tries again', async () => {
    const { install, calls } = project({ npm: 'echo "npm $*" >>"$CALLS"; echo why >&2; exit 1' });
    const { code, stderr } = await install();
    expect(code).toBe(1);
    expect(stderr).toContain('why\nParley could not install its packages: npm ci failed;');
    expect((await install()).code).toBe(1);
    expect(calls()).toBe(TO_RUN + TO_RUN);
  });

  test('a folder that this user may not write to is named, and npm is not asked', async () => {
    // Outside of the run's own folder, which only its user can enter.
    const folder = mkdtempSync(join(tmpdir(), 'parley-install-'));
    atCleanUp(() => rmSync(folder, { recursive: true }));
    cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'package-lock.json'), lockFile('1.0.0'));
    chmodSync(folder, 0o555);
    const install = join(folder, 'bin/install');
    const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', install];
    const isRoot = process.getuid?.() === 0;
    const running = run(isRoot ? asNobody : [], { command: isRoot ? 'setpriv' : install });
    expect((await running.exited).code).toBe(1);
    expect(running.stderr()).toContain(
      `may not write to ${folder}. Run \`npm start\` once as a user that may`,
    );
  });

  test('an npm that installs something else ends in a sentence', async () => {
    const { install } = project({ npm: 'exit 0' });
    expect(await install()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('what npm installed is not what package-lock.json names'),
    });
  });
});
