import { afterAll, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { ask, errorOf, minimalWith, type RequestParts } from './request.ts';

const NOW_MS = 1_700_000_000_250;
const LIMITS = {
  globalPerSecond: 1000,
  publisherPerSecond: 900,
  ipPerSecond: 800,
  networks: [],
  trustedProxies: [],
};
const server = await startTestServer({ limits: LIMITS }, () => NOW_MS);
afterAll(() => server.stop(0));

/** Formats of an agent nobody here knows, and no test mode: nobody can bid. */
const NO_BID_BODY = minimalWith({
  test: 0,
  'imp[0].ext.service.adcpFormats': [{ agent_url: 'https://nobody.example', id: 'x' }],
});

const REQUESTS: Readonly<Record<string, RequestParts & { status: number }>> = {
  'a bid': { status: 200 },
  'no bid': { status: 204, body: NO_BID_BODY },
  'a refused body': { status: 400, body: '{' },
  'a refused Content-Type': { status: 400, headers: { 'Content-Type': 'text/plain' } },
  'an unknown path': { status: 404, path: '/nowhere' },
  'a wrong method': { status: 405, method: 'GET' },
  'a wrong method for a document': { status: 405, path: '/healthz' },
  'a body too large': { status: 413, headers: { 'Content-Length': '99999999999' } },
  'a preflight': { status: 204, method: 'OPTIONS' },
  'OPTIONS of a document': { status: 204, method: 'OPTIONS', path: '/formats' },
  HEAD: { status: 200, method: 'HEAD', path: '/healthz' },
  '/healthz': { status: 200, method: 'GET', path: '/healthz' },
  '/readyz': { status: 200, method: 'GET', path: '/readyz' },
  '/openapi.json': { status: 200, method: 'GET', path: '/openapi.json' },
  '/capabilities': { status: 200, method: 'GET', path: '/capabilities' },
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each(Object.entries(REQUESTS))(
  '%s says where the tightest limit stands, and has a request id of its own, which errors repeat (rulings 9 and 38)',
  async (_, { status, ...parts }) => {
    const first = await ask(server.port, parts);
    expect(first.status).toBe(status);
    expect(first.headers.get('x-ratelimit-limit')).toBe('800');
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeWithin(700, 801);
    expect(first.headers.get('x-ratelimit-reset')).toBe('1700000001');
    const id = first.headers.get('x-request-id') ?? '';
    expect(id).toMatch(UUID);
    if (status >= 400) expect(errorOf(first).request_id).toBe(id);
    const second = await ask(server.port, {
      ...parts,
      headers: { ...parts.headers, 'X-Request-Id': id },
    });
    expect(second.headers.get('x-request-id')).not.toBe(id);
  },
);

test('an answer without a bid says why, and nothing else (ruling 2)', async () => {
  const answer = await ask(server.port, { body: NO_BID_BODY });
  expect(answer.body).toBe('');
  expect(answer.headers.get('x-nobid-reason')).toBe('no-format-match');
  expect(answer.headers.get('x-openrtb-version')).toBe('2.6');
  expect(answer.headers.has('content-type')).toBe(false);
  expect((await ask(server.port)).headers.has('x-nobid-reason')).toBe(false);
});
