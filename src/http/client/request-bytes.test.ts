import { describe, expect, test } from 'bun:test';
import type { HttpCall } from '../../demand/partner.ts';
import { createRequestHeads, requestBytes, requestHead } from './request-bytes.ts';

const HEADERS = { 'x-a': '1' };
const call = (url: string): HttpCall => ({ method: 'GET', url, headers: HEADERS });

function textOf(head: ReturnType<typeof requestHead>): string {
  return 'fault' in head ? head.fault : Buffer.from(head.bytes).toString('latin1');
}

describe('the head of a call to an origin that is known', () => {
  const STARTS = [
    'http://dsp.example',
    'https://u:p@dsp.example:8443',
    'http://[::1]:81',
    'HTTP://x',
  ];
  const REST = ['', '/', '/n', '/n?', '/n??', '/n?a=1&b=%20', '?a=/b', '#/x', '/a#b', '/a?b#/c'];
  const ODD = [
    '/a/./b',
    '/a/../b',
    '/%2E%2e/b',
    '/.well-known',
    "/a?b='",
    '/a b',
    '/ä',
    '/a\\b',
    '/a\tb',
  ];
  const MORE = [
    '//other.example/x',
    '/a;b=c,d',
    '/a|b',
    '/a?x={y}',
    '/a?x=[1]',
    '/a?x=^`',
    '\\n/x',
    '@b/c',
  ];
  const paths = [...REST, ...ODD, ...MORE];

  test.each(STARTS)('%s has what it would have alone, whatever the path', (start) => {
    const headOf = createRequestHeads();
    for (const first of paths) {
      for (const second of paths) {
        headOf(call(start + first));
        const known = headOf(call(start + second));
        const alone = requestHead(call(start + second));
        expect(textOf(known)).toBe(textOf(alone));
        expect('origin' in known && known.origin).toEqual('origin' in alone && alone.origin);
      }
    }
  });
});

describe('a request', () => {
  const bodies = ['', 'a', 'ä€𝄞', 'x'.repeat(70_000), '€'.repeat(30_000), Uint8Array.of(1, 2, 3)];
  test.each(bodies)('has its length and its body %#', (body) => {
    for (const method of ['GET', 'POST'] as const) {
      const head = requestHead({ method, url: 'http://dsp.example/a', headers: {} });
      if ('fault' in head) throw new Error(head.fault);
      const bytes = Buffer.from(body);
      const hasLength = method === 'POST' || bytes.length > 0;
      const end = hasLength ? `content-length: ${bytes.length}\r\n\r\n` : '\r\n';
      const whole = Buffer.concat([head.bytes, Buffer.from(end), bytes]);
      expect(requestBytes(head, body).equals(whole)).toBeTrue();
    }
  });
});
