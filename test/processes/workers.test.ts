import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../eventually.ts';
import { openConnection } from '../http/connection.ts';
import { ask, minimalWith, requestBytes } from '../http/request.ts';
import { startLoad } from '../load.ts';
import { cleanUp, type Serving, serve } from '../process.ts';
import { fileWith } from '../store/campaigns.ts';

const SHARED_ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const LIMIT = 100;

const SHOES = {
  id: 'shoes',
  advertiser: 'Shoes',
  domain: 'shoes.example',
  cpm: 2,
  frequency: [{ of: 'campaign', per: 'conversation', within: '1d', atMost: 1 }],
  creatives: [{ id: 'card', title: 'Shoes', link: 'https://shoes.example/' }],
};

const CONFIG = `listen: { workers: 2 }
limits: { globalPerSecond: 1000000, publisherPerSecond: ${LIMIT}, ipPerSecond: 1000000 }
partners: [{ name: house, kind: campaigns, path: '${fileWith([SHOES])}' }]
`;

/** One machine with two workers, which the last tests kill. */
let server: Serving;
beforeAll(async () => {
  server = await serve(CONFIG);
});
afterAll(cleanUp);

async function workersNow(): Promise<readonly number[]> {
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1];
  const status = await fetch(`${adminUrl}/status`);
  return ((await status.json()) as { readonly workers: readonly number[] }).workers;
}

const folders = () =>
  readdirSync(SHARED_ROOT).filter((name) => name.startsWith(`parley-${server.pid}-`));

async function untilReplaced(victim: number, other: number): Promise<void> {
  await eventually(async () => {
    const workers = await workersNow();
    return workers.length === 2 && !workers.includes(victim) && workers.includes(other);
  });
}

test('two workers share the port, hold one limit, exact to the request, and count one frequency cap', async () => {
  const workers = await workersNow();
  expect(workers).toHaveLength(2);
  const openFiles = () => workers.map((pid) => readdirSync(`/proc/${pid}/fd`).length);
  const before = openFiles();
  const connections = await Promise.all(
    Array.from({ length: 40 }, () => openConnection(server.port)),
  );
  for (const connection of connections) {
    connection.send(requestBytes());
    expect((await connection.answer()).status).toBe(200);
  }
  const taken = openFiles().map((count, i) => count - (before[i] ?? 0));
  for (const connection of connections) connection.drop();
  // Forty connections all on one of two workers: less likely than one in a billion.
  expect(Math.min(...taken)).toBeGreaterThan(0);

  const capped = minimalWith({ 'ext.parley.conversation': 'a talk', test: 0 });
  expect((await ask(server.port, { body: capped })).status).toBe(200);
  for (let i = 0; i < 8; i++) {
    const { headers } = await ask(server.port, { body: capped });
    expect(headers.get('x-nobid-reason')).toBe('capped');
  }
  for (let round = 0; ; round++) {
    const body = minimalWith({ 'site.publisher.id': `publisher-${round}` });
    await Bun.sleep(1000 - (Date.now() % 1000) + 5);
    const second = Math.floor(Date.now() / 1000);
    // Fresh connections, so that the system spreads them.
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 60 }, () => ask(server.port, { body })),
    );
    // A second that turned in the meantime says nothing.
    if (Math.floor(Date.now() / 1000) !== second) continue;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
    return;
  }
});

test('a worker that is killed under load costs only its open requests, and is replaced', async () => {
  const load = startLoad(server.port, 8);
  await load.answered(300);
  const [victim = 0, other = 0] = await workersNow();
  const killedMs = performance.now();
  process.kill(victim, 'SIGKILL');
  await server.printed('a worker died and is replaced');
  expect(server.stdout()).toContain('"exitCode":null,"signal":"SIGKILL"');
  const goneMs = performance.now();
  await load.answered(300);
  const { failures } = await load.stop();
  // Each of the eight connections has at most one request under way. Until all files of a killed process are closed,
  // which takes milliseconds, the kernel may give it new connections.
  const failedOf = (openedFrom: number, openedTo: number) =>
    failures.filter(({ openedMs }) => openedMs >= openedFrom && openedMs < openedTo);
  expect(failedOf(0, killedMs).length).toBeLessThanOrEqual(8);
  expect(failedOf(goneMs, Number.POSITIVE_INFINITY)).toEqual([]);
  await untilReplaced(victim, other);
});

test('workers end with a supervisor that is killed', async () => {
  process.kill(server.pid, 'SIGKILL');
  // Over only when nobody holds the output any more, and the workers inherited it.
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  // What it could not tidy up, the next start with this data folder does.
  const left = folders().map((name) => join(SHARED_ROOT, name));
  expect(left).toHaveLength(1);
  const dataDir = join(dirname(server.configFile), 'data');
  server = await serve(CONFIG, { env: { PARLEY_DATA_DIR: dataDir } });
  expect(left.filter(existsSync)).toEqual([]);
  expect(folders()).toHaveLength(1);
});

test('a machine whose shared files were deleted ends with a sentence when a worker has to be replaced, and the next start serves', async () => {
  const [victim = 0] = await workersNow();
  for (const name of folders()) rmSync(join(SHARED_ROOT, name), { recursive: true });
  process.kill(victim, 'SIGKILL');
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.stdout()).toContain('the folder that its processes share was deleted');
  server = await serve(CONFIG);
  for (let sent = 0; sent < 10; sent++) expect((await ask(server.port)).status).toBe(200);
});
