import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { BATCH_MS_MAX, BATCH_REQUESTS_MIN } from '../../src/limits/shedder.ts';
import { eventually } from '../eventually.ts';
import { openConnection } from '../http/connection.ts';
import { ask, errorOf, requestBytes } from '../http/request.ts';
import { BUN, cleanUp, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

/** Several times what the server takes at once; each request costs a millisecond of its clock. */
const BURST = 5 * BATCH_MS_MAX;

test('of a burst that it cannot serve in time, it serves the first and turns the others away at once', async () => {
  const folder = temporaryFolder();
  const server = run([join(import.meta.dir, 'slow-server.ts'), folder], { command: BUN, folder });
  await server.printed('port');
  const port = Number(/port (\d+)/.exec(server.stdout())?.[1]);
  const connections = await Promise.all(Array.from({ length: BURST }, () => openConnection(port)));
  // Then every connection is known to the server.
  for (const connection of connections) {
    connection.send(requestBytes({ method: 'GET', path: '/healthz' }));
    expect((await connection.answer('GET')).status).toBe(200);
  }

  // While the server stands still the whole burst arrives; then it finds all of it at the same time.
  process.kill(server.pid, 'SIGSTOP');
  await Promise.all(connections.map((connection) => connection.send(requestBytes())));
  process.kill(server.pid, 'SIGCONT');
  const answers = await Promise.all(connections.map((connection) => connection.answer()));
  const served = answers.filter(({ status }) => status === 200);
  const shed = answers.filter(({ status }) => status !== 200);
  expect(served.length).toBeGreaterThanOrEqual(BATCH_REQUESTS_MIN);
  expect(served.length).toBeLessThanOrEqual(BATCH_MS_MAX + 1);
  for (const answer of shed) {
    expect(answer.status).toBe(503);
    expect(errorOf(answer).code).toBe('SERVICE_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('1');
  }

  // It serves again as soon as the burst is over.
  await eventually(async () => (await ask(port)).status === 200);
});
