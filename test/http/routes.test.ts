import { afterAll, describe, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { openConnection } from './connection.ts';
import { ask, errorOf } from './request.ts';

const server = await startTestServer();
afterAll(() => server.stop(0));

const DOCUMENTS = [
  '/',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/capabilities',
  '/formats',
  '/categories',
];

/** `/` is for people, the others are for programs. */
const typeOf = (path: string) => (path === '/' ? 'text/html; charset=utf-8' : 'application/json');

describe('a path that is not served is a 404 with the error body (ruling 6)', () => {
  const paths = [
    '/openrtb',
    '/openrtb2//',
    '/openrtb2/auctions',
    '/OPENRTB2',
    '//openrtb2',
    '/%6fpenrtb2',
    '/metrics',
  ];
  for (const path of paths) {
    test(path, async () => {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await ask(server.port, { method, path });
        expect(answer.status).toBe(404);
        expect(errorOf(answer).code).toBe('NOT_FOUND');
        expect(errorOf(answer).details.reason).toContain(path);
      }
    });
  }
});

describe('a wrong method is a 405 that names the right ones (ruling 6)', () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
    test(`${method} /openrtb2`, async () => {
      const answer = await ask(server.port, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
      expect(errorOf(answer)).toMatchObject({
        code: 'METHOD_NOT_ALLOWED',
        details: { reason: `expected POST, but got ${method}` },
      });
    });
  }
  for (const path of DOCUMENTS) {
    test(`POST ${path}`, async () => {
      const answer = await ask(server.port, { path });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(errorOf(answer).code).toBe('METHOD_NOT_ALLOWED');
    });
  }
});

test.each(DOCUMENTS)(
  'a query or a slash at the end changes nothing at %s, and HEAD is GET without the body',
  async (path) => {
    const get = (suffix: string) => ask(server.port, { method: 'GET', path: `${path}${suffix}` });
    const plain = await get('');
    for (const suffix of ['/', '?x=//y']) expect((await get(suffix)).body).toBe(plain.body);
    expect((await get('//')).status).toBe(404);
    const connection = await openConnection(server.port);
    connection.send(`HEAD ${path} HTTP/1.1\r\nHost: parley.test\r\nConnection: close\r\n\r\n`);
    const head = await connection.answer('HEAD');
    expect(await connection.closed).toBe('');
    expect(head.status).toBe(200);
    for (const name of ['content-type', 'cache-control']) {
      expect(head.headers.get(name)).toBe(plain.headers.get(name));
    }
    expect(head.headers.get('content-type')).toBe(typeOf(path));
  },
);

const ODD_HOSTS: Readonly<Record<string, string>> = {
  'HTTP/1.0 without a Host': 'GET /healthz HTTP/1.0\r\n\r\n',
  'an empty Host': 'GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
  'a Host with a path in it': 'GET /healthz HTTP/1.1\r\nHost: a/b//c\r\nConnection: close\r\n\r\n',
  'a whole URL': 'GET http://elsewhere/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
};
for (const [what, text] of Object.entries(ODD_HOSTS)) {
  test(`the path is found in a request with ${what}`, async () => {
    const connection = await openConnection(server.port);
    connection.send(text);
    expect((await connection.answer('GET')).status).toBe(200);
    expect(await connection.closed).toBe('');
  });
}
