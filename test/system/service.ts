/** The Debian package in an empty Debian, and its service as far as it runs without systemd as init. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { eventually } from '../eventually.ts';
import { openNotifySocket } from '../notify-socket.ts';
import { cleanUp, run, temporaryFolder } from '../process.ts';
import { RUN_FOLDER } from '../test-run.ts';
import { buildInto, output } from './support/build.ts';
import { debianRoot, installPackage, sandboxed, sandboxedPid } from './support/debian-root.ts';

let root: string;
let uid: number;
beforeAll(async () => {
  const release = temporaryFolder();
  await buildInto(release, '--deb');
  root = await debianRoot();
  await installPackage(root, join(release, `parley_${version}_amd64.deb`));
  const users = readFileSync(join(root, 'etc/passwd'), 'utf8');
  uid = Number(/^parley:x:(\d+):/m.exec(users)?.[1]);
});
afterAll(cleanUp);

const UNIT = 'lib/systemd/system/parley.service';

/** The values of a key of the unit. */
const unitValues = (key: string): readonly string[] =>
  [...readFileSync(join(root, UNIT), 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  );

/** A program in a sandbox like that of the unit, with its user, environment and data folder. */
function inUnit(
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
  sockets: readonly string[] = [],
) {
  const given = unitValues('Environment').map((pair) => pair.split('=') as [string, string]);
  const env = { ...Object.fromEntries(given), HOST: '127.0.0.1', PORT: '0', ...more };
  const [folder = ''] = unitValues('WorkingDirectory');
  return run(sandboxed({ root, uid, folder, env, sockets }, command), { command: 'setpriv' });
}

const execStart = (): readonly string[] => unitValues('ExecStart')[0]?.split(' ') ?? [];

describe('the Debian package', () => {
  test('makes a user that owns the data folder, and may read the config but not change it', () => {
    expect(uid).toBeGreaterThan(0);
    const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8);
    expect(modeOf('var/lib/parley')).toBe('700');
    expect(statSync(join(root, 'var/lib/parley')).uid).toBe(uid);
    expect(modeOf('etc/parley/parley.yaml')).toBe('640');
    expect(statSync(join(root, 'etc/parley/parley.yaml')).uid).toBe(0);
  });

  test('has a program that runs where nothing else was installed', async () => {
    const check = inUnit(['/usr/bin/parley', 'check']);
    expect((await check.exited).code).toBe(0);
    expect(check.stdout()).toStartWith('/etc/parley/parley.yaml is right');
    expect(existsSync(join(root, 'usr/bin/node'))).toBe(false);
  });

  test('keeps the data when it is removed with its config', async () => {
    mkdirSync(join(root, 'var/lib/parley/kept'));
    const said = await output('chroot', [root, 'dpkg', '--purge', 'parley']);
    expect(said).toContain('/var/lib/parley are kept');
    expect(existsSync(join(root, 'var/lib/parley/kept'))).toBe(true);
    expect(existsSync(join(root, 'etc/parley/parley.yaml'))).toBe(false);
    await output('chroot', [root, 'dpkg', '--install', '/tmp/parley.deb']);
  });
});

describe('the unit', () => {
  test('is one that systemd accepts', async () => {
    // The program is not installed on the machine of the tests, and systemd looks for it.
    const unit = join(temporaryFolder(), 'parley.service');
    const text = readFileSync(join(root, UNIT), 'utf8');
    writeFileSync(unit, text.replaceAll('/usr/bin/parley', join(root, 'usr/bin/parley')));
    await output('systemd-analyze', ['verify', '--man=no', unit]);
  });

  test('is exposed to little, by the rating of systemd', async () => {
    const rating = ['security', '--offline=true', '--threshold=20', join(root, UNIT)];
    await output('systemd-analyze', rating);
  });

  test('serves in its sandbox, tells systemd of its states, reloads and stops in order', async () => {
    const socket = openNotifySocket(join(RUN_FOLDER, 'notify'));
    const env = { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '1000000' };
    const server = inUnit(execStart(), env, [socket.path]);
    await server.printed('"Parley is listening"');
    const url = /"url":"([^"]+)"/.exec(server.stdout())?.[1] ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await eventually(() => socket.messages().some((message) => message.startsWith('READY=1')));
    await eventually(() => socket.messages().includes('WATCHDOG=1'));
    const pid = sandboxedPid(server.pid);
    process.kill(pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    await eventually(() => socket.messages().some((message) => message.startsWith('RELOADING=1')));
    process.kill(pid, 'SIGTERM');
    expect((await server.exited).code).toBe(0);
    expect(socket.messages().some((message) => message.startsWith('STOPPING=1'))).toBe(true);
    const files = ['notices.key', 'parley.db'].map((name) => join(root, 'var/lib/parley', name));
    for (const file of files.filter(existsSync)) expect(statSync(file).mode & 0o077).toBe(0);
    socket.close();
  });

  test('writes nowhere but to its data folder', async () => {
    const config = join(root, 'etc/parley/other.yaml');
    writeFileSync(config, 'dataDir: /srv/elsewhere\n');
    const server = inUnit(execStart(), { PARLEY_CONFIG: '/etc/parley/other.yaml' });
    expect((await server.exited).code).toBe(1);
    expect(server.stderr()).toMatch(/^Parley did not start\. .*\/srv\/elsewhere/);
  });
});
