import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { ask } from '../../http/request.ts';
import { BUN, cleanUp, run, temporaryFolder } from '../../process.ts';

afterAll(cleanUp);

test('callers that open a connection per request do not keep the timers from firing', async () => {
  const folder = temporaryFolder();
  const server = run([join(import.meta.dir, 'busy-server.ts'), folder], { command: BUN, folder });
  await server.printed('port');
  const port = Number(/port (\d+)/.exec(server.stdout())?.[1]);
  const CALLERS = 64;
  const REQUESTS_EACH = 10;
  const statuses = new Set<number>();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let i = 0; i < REQUESTS_EACH; i++) statuses.add((await ask(port)).status);
    }),
  );
  expect(statuses).toContain(200);
  // Each request takes a millisecond of the event loop, and each batch takes some of them.
  process.kill(server.pid, 'SIGTERM');
  await server.exited;
  const fired = Number(/fired (\d+)/.exec(server.stdout())?.[1]);
  expect(fired).toBeGreaterThan((CALLERS * REQUESTS_EACH) / 64);
});
