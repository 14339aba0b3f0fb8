import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandonedFiles } from '../src/supervisor/shared-files.ts';
import { eventually } from './eventually.ts';
import { openConnection } from './http/connection.ts';
import { ask, requestBytes } from './http/request.ts';
import { startLoad } from './load.ts';
import { AMPLE_LIMITS, cleanUp, type Serving, serve } from './process.ts';

afterAll(cleanUp);

const SHARED_ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const TWO = 'listen: { workers: 2 }\n';

async function status(server: Serving): Promise<{ readonly workers: readonly number[] }> {
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1];
  return (await fetch(`${adminUrl}/status`)).json() as Promise<{ workers: number[] }>;
}

/** Waits for the beginning of a second, so that what follows falls into one. */
async function untilSecondBegins(): Promise<void> {
  await Bun.sleep(1000 - (Date.now() % 1000) + 5);
}

describe('two workers', () => {
  test('share the port, and connections are spread over them', async () => {
    const server = await serve(`${TWO}${AMPLE_LIMITS}`);
    const { workers } = await status(server);
    expect(workers.length).toBe(2);
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
  });

  test('hold one limit, exact to the request', async () => {
    const server = await serve(`${TWO}limits: { ipPerSecond: 100 }\n`);
    for (;;) {
      await untilSecondBegins();
      const second = Math.floor(Date.now() / 1000);
      // Fresh connections, so that the system spreads them.
      const answers = await Promise.all(Array.from({ length: 160 }, () => ask(server.port)));
      // A second that turned in the meantime says nothing.
      if (Math.floor(Date.now() / 1000) !== second) continue;
      // A burst on a cold process may be shed; that too comes after the limit.
      const admitted = answers.filter(({ status: code }) => code !== 429).length;
      expect(admitted).toBe(100);
      return;
    }
  });

  test('one that is killed under load costs only its open requests, and is replaced', async () => {
    const server = await serve(`${TWO}${AMPLE_LIMITS}`);
    const load = startLoad(server.port, 8);
    await load.answered(300);
    const [victim = 0, other = 0] = (await status(server)).workers;
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

    let workers: readonly number[] = [];
    await eventually(async () => {
      ({ workers } = await status(server));
      return workers.length === 2;
    });
    expect(workers).toContain(other);
    expect(workers).not.toContain(victim);
    expect((await ask(server.port)).status).toBe(200);
  });

  test('one that dies after the shared files were deleted is replaced, and the log says what was repaired', async () => {
    const server = await serve(`${TWO}${AMPLE_LIMITS}`);
    const folders = () =>
      readdirSync(SHARED_ROOT).filter((name) => name.startsWith(`parley-${server.pid}-`));
    for (const name of folders()) rmSync(join(SHARED_ROOT, name), { recursive: true });
    const [victim = 0, other = 0] = (await status(server)).workers;
    process.kill(victim, 'SIGKILL');
    await server.printed('files of the workers were deleted: creating them again');
    await eventually(async () => {
      const { workers } = await status(server);
      return workers.length === 2 && !workers.includes(victim) && workers.includes(other);
    });
    expect(folders()).toHaveLength(1);
    for (let sent = 0; sent < 10; sent++) expect((await ask(server.port)).status).toBe(200);
  });

  test('are drained without a failed request', async () => {
    const server = await serve(`${TWO}${AMPLE_LIMITS}`);
    const load = startLoad(server.port, 8);
    await load.answered(300);
    const left = load.left();
    process.kill(server.pid, 'SIGTERM');
    const { statuses, failures } = await left;
    expect(failures).toEqual([]);
    expect([...statuses.keys()]).toEqual([200]);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test('end with a supervisor that is killed', async () => {
    const server = await serve(TWO);
    process.kill(server.pid, 'SIGKILL');
    // Over only when nobody holds the output any more, and the workers inherited it.
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    // What it could not tidy up, the next start does.
    removeAbandonedFiles(Date.now());
    expect(
      readdirSync(SHARED_ROOT).filter((name) => name.startsWith(`parley-${server.pid}-`)),
    ).toEqual([]);
  });
});
