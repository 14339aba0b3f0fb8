/** What the README promises of a fresh clone. Installs from the registry, so that it needs a network. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENT_AUCTION_MS } from '../patience.ts';
import {
  cleanUp,
  killGroup,
  LONG_AUCTIONS,
  ROOT,
  run,
  type Serving,
  serve,
  temporaryFolder,
} from '../process.ts';

const INSTALLS = 'Parley installs its packages from package-lock.json.';
const ADDS = 'Parley adds its packages for development from package-lock.json.';
const STACK_TRACE = /^\s+at .+:\d+:\d+/m;

let clone: string;
beforeAll(() => {
  clone = temporaryFolder();
  const list = ['git', 'ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout } = Bun.spawnSync(list, { cwd: ROOT });
  for (const file of stdout.toString().trim().split('\n')) {
    cpSync(join(ROOT, file), join(clone, file));
  }
});
afterAll(cleanUp);

/** Without the scripts of packages, as careful people install. Every other test runs after an install with them. */
const start = (): Promise<Serving> =>
  serve(`${LONG_AUCTIONS}partners:\n`, {
    command: 'npm',
    folder: clone,
    env: { npm_config_ignore_scripts: 'true' },
  });

async function askExample({ port }: Serving, change: (request: Example) => void) {
  const request: Example = JSON.parse(readFileSync(join(clone, 'examples/request.json'), 'utf8'));
  request.tmax = PATIENT_AUCTION_MS;
  change(request);
  const response = await fetch(`http://127.0.0.1:${port}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  return { status: response.status, body: await response.json() };
}

/** Whether a package is installed that only development needs. */
const hasTool = () => existsSync(join(clone, 'node_modules/typescript'));

type Example = { tmax: number; device: { devicetype: number } };

async function stopsInOrder(server: Serving): Promise<void> {
  killGroup(server.pid, 'SIGINT');
  await server.exited;
  expect(server.stdout()).toContain('"stopped"');
}

describe('in a fresh clone', () => {
  test('`npm start` alone installs, sells an ad, names a bad field, and ends with Ctrl-C', async () => {
    const server = await start();
    expect(server.stderr()).toContain(INSTALLS);
    expect(server.stderr()).not.toMatch(STACK_TRACE);
    expect(hasTool()).toBe(false);
    const [, adminUrl = ''] = /"adminUrl":"([^"]+)"/.exec(server.stdout()) ?? [];
    // The console, which is bundled now.
    expect((await fetch(`${adminUrl}/`)).status).toBe(200);
    expect(await askExample(server, () => {})).toMatchObject({
      status: 200,
      body: { seatbid: [{ bid: [{ impid: '1' }] }] },
    });
    const broken = await askExample(server, ({ device }) => {
      device.devicetype = 9;
    });
    expect(broken).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'device.devicetype' } } },
    });
    await stopsInOrder(server);
  });

  test('a second `npm start` installs nothing, and bin/parley works by itself', async () => {
    const helping = run(['--help'], { command: join(clone, 'bin/parley') });
    expect((await helping.exited).code).toBe(0);
    expect(helping.stdout()).toContain('Usage: parley');
    const server = await start();
    expect(server.stderr()).not.toContain(INSTALLS);
    await stopsInOrder(server);
  });

  test('what needs the packages for development adds them beside a server, and the next `npm start` keeps them', async () => {
    const server = await start();
    // Its script is one of a workspace, and compiles types.
    const packing = run(['pack', '-w', 'kit'], { command: 'npm', folder: clone });
    expect((await packing.exited).code).toBe(0);
    expect(packing.stderr()).toContain(ADDS);
    expect(hasTool()).toBe(true);
    expect((await askExample(server, () => {})).status).toBe(200);
    await stopsInOrder(server);
    const next = await start();
    expect(next.stderr()).not.toContain(INSTALLS);
    expect(hasTool()).toBe(true);
    await stopsInOrder(next);
  });
});
