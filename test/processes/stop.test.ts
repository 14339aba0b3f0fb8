import { afterAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { type Answer, openConnection } from '../http/connection.ts';
import { openHalfSent, untilRefused } from '../http/half-sent.ts';
import { ask, errorOf, MINIMAL, requestBytes, requestHead } from '../http/request.ts';
import { startLoad } from '../load.ts';
import { AMPLE_LIMITS, cleanUp, LONG_AUCTIONS, serve } from '../process.ts';
import { isRunning } from '../sweep.ts';

afterAll(cleanUp);

/** The answer of a worker that has been told that it is to leave. */
async function untilLeaving(port: number): Promise<Answer> {
  for (;;) {
    const answer = await ask(port, { method: 'GET', path: '/readyz' });
    if (answer.status === 503) return answer;
  }
}

test('SIGTERM under load: two workers answer every request, ask every client to leave, wait for none that never finishes, and exit 0', async () => {
  const server = await serve(
    `listen: { workers: 2 }\nauction: { timeoutMs: 500 }\n${AMPLE_LIMITS}`,
  );
  const idle = await openConnection(server.port);
  const load = startLoad(server.port, 8);
  await load.answered(300);
  const unfinished = await openHalfSent(server.port);
  const left = load.left();
  process.kill(server.pid, 'SIGTERM');
  const leaving = await untilLeaving(server.port);
  expect(errorOf(leaving).code).toBe('SERVICE_UNAVAILABLE');
  expect(leaving.headers.get('retry-after')).toBe('1');
  idle.send(requestBytes());
  const { status, headers } = await idle.answer();
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  expect(await idle.closed).toBe('');
  const { statuses, failures } = await left;
  expect(failures).toEqual([]);
  expect([...statuses.keys()]).toEqual([200]);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.stderr()).toBe('');
  // After all the time that a body may take, it would have been told so with a 408.
  expect(await unfinished.closed).toBe('');
});

test('SIGTERM: a request under way is answered, and one that comes after the grace is told to retry (ruling 8)', async () => {
  const server = await serve(LONG_AUCTIONS);
  const underWay = await openHalfSent(server.port);
  const late = await openConnection(server.port);
  const head = requestHead({ headers: { 'Content-Length': String(MINIMAL.length) } });
  late.send(head.slice(0, 30));
  process.kill(server.pid, 'SIGTERM');
  await untilRefused(server.port);
  const finished = await underWay.finish();
  expect([finished.status, finished.headers.get('connection')]).toEqual([200, 'close']);
  late.send(`${head.slice(30)}${MINIMAL}`);
  const refused = await late.answer();
  expect([refused.status, errorOf(refused).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('SIGINT closes idle connections at once, counts once where it comes twice, and exits 0', async () => {
  const server = await serve(LONG_AUCTIONS);
  const idle = await openConnection(server.port);
  idle.send(requestBytes());
  await idle.answer();
  const underWay = await openHalfSent(server.port);
  process.kill(server.pid, 'SIGINT');
  await server.printed('"stopping"');
  process.kill(server.pid, 'SIGINT');
  await untilRefused(server.port);
  expect(await idle.closed).toBe('');
  expect((await underWay.finish()).status).toBe(200);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.stdout()).toContain('"graceMs":0');
});

test('a second signal ends a server that is stopping, if it is another one or comes after a moment', async () => {
  for (const [second, isRepeated] of [
    ['SIGINT', false],
    ['SIGTERM', true],
  ] as const) {
    const server = await serve(LONG_AUCTIONS);
    await openHalfSent(server.port);
    process.kill(server.pid, 'SIGTERM');
    await server.printed('"stopping"');
    await eventually(() => {
      if (isRunning(server.pid)) process.kill(server.pid, second);
      return !isRepeated || !isRunning(server.pid);
    });
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stdout()).not.toContain('"stopped"');
  }
});
