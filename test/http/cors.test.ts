import { afterAll, describe, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { ask, errorOf, minimalWith, type RequestParts } from './request.ts';

const server = await startTestServer();
afterAll(() => server.stop(0));

const ORIGIN = { Origin: 'https://chat.example' };
const ENDPOINTS = ['/openrtb2', '/openrtb2/auction'];

describe('a preflight for a bid request is answered with what a page may send (rulings 6 and 59)', () => {
  for (const path of ENDPOINTS) {
    test(path, async () => {
      const { status, headers, body } = await ask(server.port, {
        method: 'OPTIONS',
        path,
        headers: {
          ...ORIGIN,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,traceparent',
        },
      });
      expect(status).toBe(204);
      expect(body).toBe('');
      expect(headers.get('access-control-allow-origin')).toBe('https://chat.example');
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.get('access-control-allow-methods')?.split(', ')).toContain('POST');
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(allowed).toEqual([
        'authorization',
        'content-type',
        'content-encoding',
        'x-openrtb-version',
        'x-requested-with',
        'traceparent',
        'tracestate',
      ]);
      expect(headers.get('access-control-max-age')).toBe('86400');
    });
  }
});

describe('a page of any origin may read the answer and its headers', () => {
  type Case = RequestParts & { readonly status: number; readonly isPublic?: boolean };
  const requests: Readonly<Record<string, Case>> = {
    'a bid': { status: 200 },
    'a bid at the other endpoint': { path: '/openrtb2/auction', status: 200 },
    'no bid': { path: '/openrtb2/auction', body: minimalWith({ test: 0 }), status: 204 },
    'a refusal': { body: '{}', status: 400 },
    'a wrong path': { path: '/nowhere', status: 404, isPublic: true },
    'a wrong method': { method: 'PUT', status: 405 },
    'a body too large': { headers: { 'Content-Length': '99999999999' }, status: 413 },
    'a document': { method: 'GET', path: '/formats', status: 200, isPublic: true },
  };
  for (const [what, { status, isPublic = false, ...parts }] of Object.entries(requests)) {
    test(what, async () => {
      const answer = await ask(server.port, { ...parts, headers: { ...ORIGIN, ...parts.headers } });
      expect(answer.status).toBe(status);
      const origin = isPublic ? '*' : ORIGIN.Origin;
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      const credentials = isPublic ? undefined : 'true';
      expect(answer.headers.get('access-control-allow-credentials')).toBe(credentials);
      expect(answer.headers.get('vary')).toBe(isPublic ? undefined : 'Origin');
      expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual([
        'X-Request-Id',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-OpenRTB-Version',
        'X-NoBid-Reason',
        'X-NoBid-Detail',
        'Retry-After',
      ]);
    });
  }
});

const listed = await startTestServer({
  publishers: [{ id: 'pub-1', origins: ['https://chat.example'] }],
});
afterAll(() => listed.stop(0));

test('a publisher that lists origins is served to pages of those alone, and to servers', async () => {
  const of = (publisher: string) => minimalWith({ site: { publisher: { id: publisher } } });
  const from = (body: string, origin?: string, path = '/openrtb2') =>
    ask(listed.port, { path, body, headers: origin === undefined ? {} : { Origin: origin } });
  expect((await from(of('pub-1'), 'https://chat.example')).status).toBe(200);
  expect((await from(of('pub-1'))).status).toBe(200);
  expect((await from(of('pub-2'), 'https://other.example')).status).toBe(200);
  for (const path of ENDPOINTS) {
    for (const origin of ['https://other.example', 'http://chat.example', 'null']) {
      const answer = await from(of('pub-1'), origin, path);
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(errorOf(answer)).toMatchObject({ code: 'FORBIDDEN', message: 'Origin not allowed' });
    }
  }
});
