import { afterAll, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { openConnection } from './connection.ts';
import { CHUNKED, chunk, errorOf, MINIMAL, requestHead } from './request.ts';

const server = startTestServer();
afterAll(() => server.stop(0));

/** What `read-body.ts` waits for a body; these tests wait it out, both at once. */
const BODY_WAIT_MS = 5000;

const STALLED = {
  'with a length': [requestHead({ headers: { 'Content-Length': '1000' } }), MINIMAL.slice(0, 50)],
  'in chunks': [requestHead({ headers: CHUNKED }), chunk(MINIMAL.slice(0, 50))],
};

for (const [what, pieces] of Object.entries(STALLED)) {
  test.concurrent(`a body ${what} that stalls is given up with 408 and the connection closed`, async () => {
    const connection = await openConnection(server.port);
    const startMs = performance.now();
    for (const piece of pieces) connection.send(piece);
    const answer = await connection.answer();
    const waitedMs = performance.now() - startMs;

    expect(answer.status).toBe(408);
    expect(errorOf(answer).code).toBe('REQUEST_TIMEOUT');
    expect(errorOf(answer).details.reason).toContain(`${BODY_WAIT_MS} ms`);
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
    expect(await connection.closed).toBe('');
    expect(waitedMs).toBeGreaterThan(BODY_WAIT_MS - 50);
    expect(waitedMs).toBeLessThan(BODY_WAIT_MS + 1500);
  }, 10_000);
}
