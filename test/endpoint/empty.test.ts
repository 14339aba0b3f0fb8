import { afterAll, describe, expect, test } from 'bun:test';
import { ask, minimalWith } from '../http/request.ts';
import { startTestServer } from '../server.ts';

const server = startTestServer();
afterAll(() => server.stop(0));

const ENDPOINT = '/openrtb2/auction';
const BANNER = { id: 'b', banner: { w: 300, h: 250 } };
const UNSOLD = minimalWith({ id: 'an id', test: 0 });
const NO_NATIVE = minimalWith({ id: 'an id', imp: [BANNER, { id: 'n', native: null }] });

describe('a request without a native impression', () => {
  test('gets a 204 with a reason of its own', async () => {
    const answer = await ask(server.port, { path: ENDPOINT, body: NO_NATIVE });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('x-nobid-reason')).toBe('no-native');
  });

  test('is refused at the strict endpoint', async () => {
    const body = minimalWith({ imp: [BANNER] });
    expect((await ask(server.port, { body })).status).toBe(400);
  });
});

describe('no bid is a 204, or a 200 with an empty seatbid where the caller wants one', () => {
  for (const [what, body, reason] of [
    ['nobody bids', UNSOLD, 'no-demand'],
    ['nothing is native', NO_NATIVE, 'no-native'],
  ] as const) {
    test(what, async () => {
      expect((await ask(server.port, { path: ENDPOINT, body })).status).toBe(204);
      const answer = await ask(server.port, { path: `${ENDPOINT}?gzip=1&empty=200`, body });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('x-nobid-reason')).toBe(reason);
      expect(JSON.parse(answer.body)).toEqual({ id: 'an id', seatbid: [] });
    });
  }

  test('but only at this endpoint, and only for 200', async () => {
    const body = minimalWith({ test: 0 });
    expect((await ask(server.port, { path: '/openrtb2?empty=200', body })).status).toBe(204);
    expect((await ask(server.port, { path: `${ENDPOINT}?empty=204`, body })).status).toBe(204);
  });
});

test('a slash at the end changes nothing, at either endpoint', async () => {
  expect((await ask(server.port, { path: '/openrtb2/' })).status).toBe(200);
  expect((await ask(server.port, { path: `${ENDPOINT}/` })).status).toBe(200);
  const text = { 'Content-Type': 'text/plain' };
  expect((await ask(server.port, { path: `${ENDPOINT}/`, headers: text })).status).toBe(200);
  expect((await ask(server.port, { path: '/openrtb2/', headers: text })).status).toBe(400);
});
