import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/host/http/free-port.ts';
import { isObject } from '../../../src/lib/schema-fault.ts';
import { type Database, openDatabase } from '../../../src/lib/sql/database.ts';
import { parseYaml } from '../../../src/lib/yaml.ts';
import { certify } from '../../http/certificate.ts';
import { atCleanUp, killGroup, type Run, run, temporaryFolder } from '../../process.ts';
import { asAdministrator, sandboxedPid } from './debian-root.ts';
import { blocksOf } from './pages.ts';
import { listens } from './ports.ts';
import type { ServiceUnit } from './service-unit.ts';

/** The ports of the pages, which may be taken on the machine of the tests, and free ones for them. */
export type Ports = {
  readonly http: number;
  readonly admin: number;
  readonly https: number;
};

export const freePorts = (): Ports => ({
  http: freePort('127.0.0.1'),
  admin: freePort('127.0.0.1'),
  https: freePort('127.0.0.1'),
});

/** A command or a file of the pages, with the ports of the test. */
export const withPorts = (text: string, { http, admin, https }: Ports): string =>
  text
    .replaceAll(/(localhost|127\.0\.0\.1):8080/g, `$1:${http}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${admin}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`);

/** The config that in-front.md shows, with the ports of the test and limits that its load does not meet. */
export function configBehindProxy({ http, admin }: Ports): string {
  const text = blocksOf('in-front.md').find(({ language }) => language === 'yaml')?.text ?? '';
  const document = parseYaml(text);
  const shown = 'value' in document && isObject(document.value) ? document.value : {};
  const part = (key: string) => (isObject(shown[key]) ? shown[key] : {});
  const ample = { globalPerSecond: 1_000_000, publisherPerSecond: 1_000_000 };
  return JSON.stringify({
    dataDir: '/var/lib/parley',
    listen: { ...part('listen'), port: http, workers: 2 },
    admin: { ...part('admin'), port: admin },
    limits: { ...part('limits'), ...ample, ipPerSecond: 1_000_000 },
  });
}

/** The config of the package names no admin port, and the usual one may be taken on the machine of the tests. */
export function freeAdminPort(root: string): void {
  appendFileSync(join(root, 'etc/parley/parley.yaml'), '\nadmin: { port: 0 }\n');
}

/** What the page expects beside the example: two certificates. Debian's own site would take port 80. */
export function prepareNginx(root: string): void {
  const folder = join(root, 'etc/ssl/parley');
  mkdirSync(folder, { recursive: true });
  for (const name of ['ads', 'console']) certify(folder, name);
  // A link with an absolute target, which leads out of the root here: writing to it would change the machine's own site.
  rmSync(join(root, 'etc/nginx/sites-enabled/default'), { force: true });
}

/** The example in its place, with the ports of the test. */
export function movePorts(root: string, ports: Ports): void {
  const file = join(root, 'etc/nginx/conf.d/parley.conf');
  writeFileSync(file, withPorts(readFileSync(file, 'utf8'), ports));
}

export async function startNginx(root: string, { https }: Ports): Promise<Run> {
  const nginx = ['/usr/sbin/nginx', '-g', 'daemon off;'];
  const started = run(asAdministrator(root, nginx), { command: 'bwrap' });
  await listens(https);
  return started;
}

/** What `systemctl start` does: it returns once requests are served. */
export async function startService({ run: runInUnit, execStart }: ServiceUnit): Promise<Run> {
  const started = runInUnit(execStart);
  await started.printed('"Parley is listening"');
  return started;
}

export async function stopService(service: Run): Promise<number | null> {
  process.kill(sandboxedPid(service.pid), 'SIGTERM');
  return (await service.exited).code;
}

/** As when the power fails: nobody gets to say a word. */
export async function killAll(runs: readonly Run[]): Promise<void> {
  for (const { pid } of runs) killGroup(pid, 'SIGKILL');
  await Promise.all(runs.map(({ exited }) => exited));
}

/** A copy of a ledger in the root, to look into: whoever opens it makes files beside it. */
export async function ledgerIn(root: string, folder = 'var/lib/parley'): Promise<Database> {
  const copy = temporaryFolder();
  for (const name of ['parley.db', 'parley.db-wal']) {
    const file = join(root, folder, name);
    if (existsSync(file)) copyFileSync(file, join(copy, name));
  }
  const database = await openDatabase({ kind: 'sqlite', file: join(copy, 'parley.db') });
  atCleanUp(() => database.close());
  return database;
}
