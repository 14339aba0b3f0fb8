import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { WAIT_MS_MAX } from '../../src/limits/admission-queue.ts';
import { eventually } from '../eventually.ts';
import { openConnection } from '../http/connection.ts';
import { ask, errorOf, requestBytes } from '../http/request.ts';
import { BUN, cleanUp, type Run, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

/** On the clock of the slow server every request takes at least one millisecond. */
const BURST = 3 * WAIT_MS_MAX;

async function start(script: string): Promise<Run & { readonly port: number }> {
  const folder = temporaryFolder();
  const server = run([join(import.meta.dir, script), folder], { command: BUN, folder });
  await server.printed('port');
  return { ...server, port: Number(/port (\d+)/.exec(server.stdout())?.[1]) };
}

/** Sends one request on each of so many connections while the server stands still: it finds all of them at once. */
async function burst(server: Run & { readonly port: number }, count: number) {
  const { port } = server;
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  // Then every connection is known to the server.
  for (const connection of connections) {
    connection.send(requestBytes({ method: 'GET', path: '/healthz' }));
    expect((await connection.answer('GET')).status).toBe(200);
  }
  process.kill(server.pid, 'SIGSTOP');
  await Promise.all(connections.map((connection) => connection.send(requestBytes())));
  process.kill(server.pid, 'SIGCONT');
  return Promise.all(connections.map((connection) => connection.answer()));
}

test('of a burst that it cannot serve in time, it serves the first and refuses the others', async () => {
  const server = await start('slow-server.ts');
  const answers = await burst(server, BURST);
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(served.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(errorOf(answer).code).toBe('SERVICE_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('1');
  }

  // It serves again as soon as the burst is over.
  await eventually(async () => (await ask(server.port)).status === 200);
});

test('callers that open a connection per request do not keep the timers from firing', async () => {
  const server = await start('busy-server.ts');
  const CALLERS = 64;
  const REQUESTS_EACH = 10;
  const statuses = new Set<number>();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let i = 0; i < REQUESTS_EACH; i++) statuses.add((await ask(server.port)).status);
    }),
  );
  expect(statuses).toContain(200);
  // Each request takes a millisecond of the event loop, and each batch takes some of them.
  process.kill(server.pid, 'SIGTERM');
  await server.exited;
  const fired = Number(/fired (\d+)/.exec(server.stdout())?.[1]);
  expect(fired).toBeGreaterThan((CALLERS * REQUESTS_EACH) / 64);
});
