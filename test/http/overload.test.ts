import { afterAll, beforeAll, expect, test } from 'bun:test';
import { WAIT_MS_MAX } from '../../src/host/limits/admission-queue.ts';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { startFrom } from '../start-from.ts';
import { openConnection } from './connection.ts';
import { ask, errorOf, requestBytes } from './request.ts';

const patient = process.env.PARLEY_TEST_PATIENT;
beforeAll(() => {
  delete process.env.PARLEY_TEST_PATIENT;
});
afterAll(async () => {
  process.env.PARLEY_TEST_PATIENT = patient;
  await cleanUp();
});

/** On the clock of this machine every request takes at least one millisecond. */
const BURST = 3 * WAIT_MS_MAX;

/** A clock of its own goes on with every id that is taken: each request takes one, one that is served takes several. */
function slowRuntime() {
  let clockMs = 0;
  return {
    tickMs: () => clockMs,
    newId() {
      clockMs += 1;
      return crypto.randomUUID();
    },
  };
}

test('of a burst that it cannot serve in time, a worker serves the first and refuses the others', async () => {
  const { port } = await startFrom('', { runtime: slowRuntime() });
  const connections = await Promise.all(Array.from({ length: BURST }, () => openConnection(port)));
  // Then every connection is known to the server.
  for (const connection of connections) {
    connection.send(requestBytes({ method: 'GET', path: '/healthz' }));
    expect((await connection.answer('GET')).status).toBe(200);
  }
  // All are sent before the loop that serves them turns: it finds them at once.
  for (const connection of connections) void connection.send(requestBytes());
  const answers = await Promise.all(connections.map((connection) => connection.answer()));
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(served.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect([answer.status, errorOf(answer).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toBe('1');
  }

  // It serves again as soon as the burst is over.
  await eventually(async () => (await ask(port)).status === 200);
});
