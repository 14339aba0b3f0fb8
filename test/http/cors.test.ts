import { afterAll, describe, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { ask, type RequestParts } from './request.ts';

const server = startTestServer();
afterAll(() => server.stop(0));

const ORIGIN = { Origin: 'https://chat.example' };

test('a preflight for a bid request is answered with what a browser may send (ruling 6)', async () => {
  const { status, headers, body } = await ask(server.port, {
    method: 'OPTIONS',
    headers: {
      ...ORIGIN,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  });
  expect(status).toBe(204);
  expect(body).toBe('');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-methods')?.split(', ')).toContain('POST');
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
  expect(allowed).toEqual(['authorization', 'content-type', 'content-encoding']);
  expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
});

test('OPTIONS names the methods of a path, whoever asks', async () => {
  const bid = await ask(server.port, { method: 'OPTIONS' });
  expect(bid.headers.get('allow')).toBe('POST, OPTIONS');
  const document = await ask(server.port, { method: 'OPTIONS', path: '/readyz' });
  expect(document.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

describe('a page of any origin may read the answer and its headers', () => {
  const requests: Readonly<Record<string, RequestParts & { status: number }>> = {
    'a bid': { status: 200 },
    'a refusal': { body: '{}', status: 400 },
    'a wrong path': { path: '/nowhere', status: 404 },
    'a wrong method': { method: 'PUT', status: 405 },
    'a body too large': { headers: { 'Content-Length': '2000000' }, status: 413 },
    'a document': { method: 'GET', path: '/formats', status: 200 },
  };
  for (const [what, { status, ...parts }] of Object.entries(requests)) {
    test(what, async () => {
      const answer = await ask(server.port, { ...parts, headers: { ...ORIGIN, ...parts.headers } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual([
        'X-Request-Id',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-OpenRTB-Version',
        'X-NoBid-Reason',
        'Retry-After',
      ]);
    });
  }
});
