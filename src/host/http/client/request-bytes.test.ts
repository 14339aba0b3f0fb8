import { describe, expect, test } from 'bun:test';
import type { HttpCall } from '../../../core/auction/partner.ts';
import { createRequestHeads, requestHead } from './request-bytes.ts';

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
