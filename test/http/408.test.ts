import { afterAll, afterEach, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { letTimeRun, passTime, stopTime, untilSo } from '../stopped-time.ts';
import { openConnection } from './connection.ts';
import { CHUNKED, chunk, errorOf, MINIMAL, requestHead } from './request.ts';

const server = await startTestServer();
afterEach(letTimeRun);
afterAll(() => server.stop(0));

/** What `read-body.ts` waits for a body. */
const BODY_WAIT_MS = 5000;

/** Its limits are looked through so often, and a body may wait so much longer. */
const SWEEP_MS = 100;

const EXPECT = { Expect: '100-continue' };
const STALLED = {
  'with a length': [{ 'Content-Length': '1000', ...EXPECT }, MINIMAL.slice(0, 50)],
  'in chunks': [{ ...CHUNKED, ...EXPECT }, chunk(MINIMAL.slice(0, 50))],
} as const;

for (const [what, [headers, piece]] of Object.entries(STALLED)) {
  test(`a body ${what} that stalls is given up with 408 and the connection closed`, async () => {
    const connection = await openConnection(server.port);
    stopTime();
    connection.send(requestHead({ headers }));
    // Says that the request is under way.
    expect((await connection.answer()).status).toBe(100);
    connection.send(piece);
    let isAnswered = false;
    const answered = connection.answer().finally(() => {
      isAnswered = true;
    });
    await passTime(BODY_WAIT_MS - 1);
    expect(isAnswered).toBe(false);
    await passTime(1 + SWEEP_MS);
    await untilSo(() => isAnswered);

    const answer = await answered;
    expect(answer.status).toBe(408);
    expect(errorOf(answer).code).toBe('REQUEST_TIMEOUT');
    expect(errorOf(answer).details.reason).toContain(`${BODY_WAIT_MS} ms`);
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
    expect(await connection.closed).toBe('');
  });
}
