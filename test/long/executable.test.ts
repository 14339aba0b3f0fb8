/** The single-file executable, in an empty folder and without a program on its path. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import example from '../../examples/request.json';
import { RUNTIME_SETTINGS } from '../../src/programs/cli/runtime-settings.ts';
import { eventually } from '../eventually.ts';
import { findAuction } from '../find-auction.ts';
import { bid, buyBy } from '../notices/exchange.ts';
import { AMPLE_LIMITS, cleanUp, ROOT, type Serving, serve, temporaryFolder } from '../process.ts';
import { buildInto, releaseFolder } from './support/build.ts';
import { command } from './support/pages.ts';

/** No Node, npm or Bun can be found. */
const BARE = { PATH: '/nonexistent' };

let executable: string;
let server: Serving;
beforeAll(async () => {
  const folder = temporaryFolder();
  const [program = '', ...args] = command('executable.md', 'dist/parley start').split(' ');
  expect(args).toEqual(['start']);
  executable = join(folder, program);
  mkdirSync(dirname(executable));
  copyFileSync(join(await releaseFolder(), 'parley'), executable);
  server = await serve(`${AMPLE_LIMITS}listen: { workers: 2 }\npartners:\n`, {
    command: executable,
    env: BARE,
  });
});
afterAll(cleanUp);

const publicUrl = (path: string) => `http://127.0.0.1:${server.port}${path}`;
const adminUrl = (path: string) => `${/"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1]}${path}`;

const askExample = () => bid(server.port, JSON.stringify({ ...example, test: 1 }));

const environmentOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');

function workers(): readonly number[] {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

describe('the executable', () => {
  test('is the same bytes when it is built again', async () => {
    const again = temporaryFolder();
    await buildInto(again);
    const hash = async (file: string) => Bun.SHA256.hash(await Bun.file(file).bytes(), 'hex');
    expect(await hash(join(again, 'parley'))).toBe(await hash(executable));
  });

  test('names no folder of the machine that built it', async () => {
    expect(Buffer.from(await Bun.file(executable).bytes()).includes(ROOT)).toBe(false);
  });

  test('is ready, sells an ad of the samples and one of the catalogue', async () => {
    expect((await fetch(publicUrl('/readyz'))).status).toBe(200);
    const { auctionId } = await buyBy(askExample);
    const auction = JSON.stringify(await findAuction(adminUrl(''), auctionId));
    expect(auction).toContain('"shop"');
    expect(auction).not.toContain('"failed"');
  });

  test('serves the console with its script and style', async () => {
    const page = await (await fetch(adminUrl('/'))).text();
    const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBe(3);
    for (const path of assets) {
      const response = await fetch(adminUrl(`${path}`));
      expect(response.status).toBe(200);
      expect((await response.text()).length).toBeGreaterThan(100);
    }
  });

  test('serves the documentation', async () => {
    const response = await fetch(adminUrl('/docs/deploy/executable'));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<h1 id=');
    const picture = await fetch(adminUrl('/docs/pictures/chat.png'));
    expect(picture.headers.get('content-type')).toBe('image/png');
  });

  test('sets what bin/bun sets, for the supervisor and for every worker', async () => {
    const pids = [server.pid, ...workers()];
    expect(pids.length).toBe(3);
    for (const pid of pids) {
      const settings = Object.entries(RUNTIME_SETTINGS).map(([name, value]) => `${name}=${value}`);
      expect(environmentOf(pid)).toEqual(expect.arrayContaining(settings));
    }
  });

  test('replaces a worker that was killed by one of its own version, though the file was replaced', async () => {
    const [victim = 0, other = 0] = workers();
    writeFileSync(`${executable}.new`, 'an upgrade');
    renameSync(`${executable}.new`, executable);
    process.kill(victim, 'SIGKILL');
    await eventually(() => {
      const now = workers();
      return now.length === 2 && !now.includes(victim) && now.includes(other);
    });
    await eventually(async () => (await askExample()).status === 200);
  });
});
