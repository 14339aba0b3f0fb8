/**
 * What a person who deploys does, in one go and with the commands of docs/deploy/: an empty Debian, the package, TLS by
 * nginx, an ad, a crash under load, a backup and its restore, an upgrade over old data. Each test goes on from the last.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { eventually } from '../eventually.ts';
import { expectExactly } from '../ledger/recount.ts';
import { startNoticeLoadAt } from '../notices/notice-load.ts';
import { cleanUp, type Run, temporaryFolder } from '../process.ts';
import { output } from './support/build.ts';
import { debianRoot, inRoot, putPackage } from './support/debian-root.ts';
import * as installed from './support/installed.ts';
import { command } from './support/pages.ts';
import { type Proxied, proxiedAt } from './support/proxied.ts';
import { type ServiceUnit, serviceUnit } from './support/service-unit.ts';

const TOKEN = 'a-token-of-the-operator';
const OLDER_VERSION = '0.1.0';

const ports = installed.freePorts();
let root: string;
let packageFile: string;
let unit: ServiceUnit;
let service: Run;
let nginx: Run;
let proxied: Proxied;
beforeAll(async () => {
  root = await debianRoot();
  packageFile = await putPackage(root);
  proxied = proxiedAt(ports.https);
});
afterAll(cleanUp);

const type = (text: string): Promise<string> => inRoot(root, installed.withPorts(text, ports));

/** Told again where the machine is busy, as publishers are asked to. */
const isAcknowledged = (url: string) =>
  eventually(async () => (await proxied.call(url)).status === 204);

/**
 * Facts as they are stored, one text each. Without their times: a bill is told to two workers at once, and either may
 * come into the ledger first.
 */
async function factsOf(ledger: Awaited<ReturnType<typeof installed.ledgerIn>>) {
  const rows = await ledger.query('select * from facts');
  return new Set(rows.map(({ at_ms: _, ...fact }) => JSON.stringify(fact)));
}

test('the package is installed into an empty Debian, and its service answers', async () => {
  await type(command('service.md', 'dpkg --install parley_0.2.0_amd64.deb'));
  unit = serviceUnit(root);
  writeFileSync(
    join(root, 'etc/default/parley'),
    `PORT=${ports.http}\nPARLEY_ADMIN_TOKEN=${TOKEN}\n`,
  );
  installed.freeAdminPort(root);
  service = await installed.startService(unit);
  await type(command('service.md', 'curl --silent --fail http://localhost:8080/readyz'));
  expect(await type(command('service.md', 'parley-service report'))).toContain('spend_usd');
  expect(await installed.stopService(service)).toBe(0);
});

test('nginx is put in front: an ad and its notices come by HTTPS, and the console has the documentation', async () => {
  writeFileSync(join(root, 'etc/parley/parley.yaml'), installed.configBehindProxy(ports));
  expect(await type(command('service.md', 'parley-service check'))).toContain('is right');
  installed.prepareNginx(root);
  await type(
    command('in-front.md', 'cp /usr/share/doc/parley/nginx/parley.conf /etc/nginx/conf.d/'),
  );
  installed.movePorts(root, ports);
  await type(command('in-front.md', 'nginx -t'));
  service = await installed.startService(unit);
  nginx = await installed.startNginx(root, ports);

  const { nurl, burl = '' } = await proxied.buy();
  for (const url of [nurl, burl]) await isAcknowledged(url);
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const page = await proxied.ask('console', '/docs/deploy/service', { headers });
  expect(await page.text()).toContain('As a service on Debian');
});

test('after everything was killed under load, the next start has every notice that was acknowledged', async () => {
  const load = startNoticeLoadAt(proxied, { clients: 4, isRough: true });
  await load.more(100);
  await installed.killAll([service, nginx]);
  service = await installed.startService(unit);
  nginx = await installed.startNginx(root, ports);
  await load.more(50);
  await load.stop();
  expect(await installed.stopService(service)).toBe(0);
  expect(load.acknowledged.size).toBeGreaterThanOrEqual(150);
  await expectExactly(await installed.ledgerIn(root), load.acknowledged);
});

test('a backup that was made under load is restored into an empty folder, with every fact of before it once', async () => {
  service = await installed.startService(unit);
  const load = startNoticeLoadAt(proxied, { clients: 4, isRough: true });
  await load.more(100);
  const before = new Set(load.acknowledged);
  await type(command('backup.md', 'parley-service backup /var/backups/parley/2026-11-15'));
  await load.more(20);
  await load.stop();
  await installed.stopService(service);
  const original = await factsOf(await installed.ledgerIn(root));

  await type(command('backup.md', 'mv /var/lib/parley /var/lib/parley-before'));
  await type(
    command(
      'backup.md',
      'install --directory --owner=parley --group=parley --mode=0700 /var/lib/parley',
    ),
  );
  await type(command('backup.md', 'parley-service restore /var/backups/parley/2026-11-15'));
  await type(
    command(
      'backup.md',
      'cp --archive /var/lib/parley-before/journals/. /var/lib/parley/journals/',
    ),
  );
  await type(command('backup.md', 'rm --recursive /var/lib/parley-before'));
  // The journals of the backup are brought into the database.
  service = await installed.startService(unit);
  expect(await installed.stopService(service)).toBe(0);
  const ledger = await installed.ledgerIn(root);
  await expectExactly(ledger, before);
  const restored = await factsOf(ledger);
  expect([...restored].filter((fact) => !original.has(fact))).toEqual([]);
});

test('the package is installed over an older one, and the service goes on with its data', async () => {
  const before = await factsOf(await installed.ledgerIn(root));
  await installOlderPackage();
  await type(command('upgrade.md', 'parley-service backup /var/backups/parley/before'));
  await type(command('upgrade.md', 'dpkg-deb --extract parley_0.2.0_amd64.deb /opt/parley-0.2.0'));
  const check = command(
    'upgrade.md',
    'PARLEY=/opt/parley-0.2.0/usr/bin/parley parley-service check',
  );
  expect(await type(check)).toContain('is right');
  await type(command('upgrade.md', 'dpkg --install parley_0.2.0_amd64.deb'));
  expect(await type('dpkg-query --show parley')).toBe(`parley\t${version}\n`);
  expect(readFileSync(join(root, 'etc/parley/parley.yaml'), 'utf8')).toBe(
    installed.configBehindProxy(ports),
  );

  service = await installed.startService(unit);
  const { auctionId, burl = '' } = await proxied.buy();
  await isAcknowledged(burl);
  expect(await installed.stopService(service)).toBe(0);
  const after = await factsOf(await installed.ledgerIn(root));
  expect(before.difference(after)).toEqual(new Set());
  const [added] = after.difference(before);
  expect([after.size, added]).toEqual([before.size + 1, expect.stringContaining(auctionId)]);
});

/** The same program as a package of an older version, since there is no other release yet. */
async function installOlderPackage(): Promise<void> {
  const tree = join(temporaryFolder(), 'tree');
  await output('dpkg-deb', ['--raw-extract', packageFile, tree]);
  const control = join(tree, 'DEBIAN/control');
  const text = readFileSync(control, 'utf8');
  writeFileSync(control, text.replace(/^Version: .*$/m, `Version: ${OLDER_VERSION}`));
  const name = `parley_${OLDER_VERSION}_amd64.deb`;
  const file = join(root, 'root', name);
  await output('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', tree, file]);
  await type(`dpkg --install ${name}`);
  expect(await type('dpkg-query --show parley')).toBe(`parley\t${OLDER_VERSION}\n`);
}
