/** The service of the Debian package in an empty Debian, as far as it runs without systemd as init. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { openNotifySocket } from '../notify-socket.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { RUN_FOLDER } from '../test-run.ts';
import { output } from './support/build.ts';
import { debianRoot, inRoot, putPackage, sandboxedPid } from './support/debian-root.ts';
import { freeAdminPort } from './support/installed.ts';
import { type ServiceUnit, serviceUnit } from './support/service-unit.ts';

/** On a free port. */
const OWN_PORT = { HOST: '127.0.0.1', PORT: '0' };

let root: string;
let unit: ServiceUnit;
beforeAll(async () => {
  root = await debianRoot();
  await putPackage(root);
  await inRoot(root, 'dpkg --install parley_*.deb');
  unit = serviceUnit(root);
});
afterAll(cleanUp);

describe('the unit', () => {
  test('is one that systemd accepts', async () => {
    // The program is not installed on the machine of the tests, and systemd looks for it.
    const file = join(temporaryFolder(), 'parley.service');
    const text = readFileSync(unit.file, 'utf8');
    writeFileSync(file, text.replaceAll('/usr/bin/parley', join(root, 'usr/bin/parley')));
    await output('systemd-analyze', ['verify', '--man=no', file]);
  });

  test('is exposed to little, by the rating of systemd', async () => {
    const rating = ['security', '--offline=true', '--threshold=20', unit.file];
    await output('systemd-analyze', rating);
  });

  test('serves in its sandbox, tells systemd of its states, reloads and stops in order', async () => {
    freeAdminPort(root);
    const socket = openNotifySocket(join(RUN_FOLDER, 'notify'));
    const env = { ...OWN_PORT, NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '1000000' };
    const server = unit.run(unit.execStart, env, { sockets: [socket.path] });
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
    const env = { ...OWN_PORT, PARLEY_CONFIG: '/etc/parley/other.yaml' };
    const server = unit.run(unit.execStart, env);
    expect((await server.exited).code).toBe(1);
    expect(server.stderr()).toMatch(/^Parley did not start\. .*\/srv\/elsewhere/);
  });
});
