import { afterAll, expect, spyOn, test } from 'bun:test';
import { startTestServer } from '../../../test/server.ts';

const listen = spyOn(Bun, 'serve');
afterAll(() => listen.mockRestore());

/** The time after which a common load balancer closes an idle connection. */
const BALANCER_SEC = 60;

test('an idle connection to the public port outlives the one that a balancer keeps', async () => {
  const server = await startTestServer();
  const limits = listen.mock.calls.map(([options]) => options.idleTimeout ?? 0);
  await server.stop(0);
  expect(Math.max(...limits)).toBeGreaterThan(BALANCER_SEC);
});
