import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { Machine } from '../../src/supervisor/machine.ts';
import { startTestServer } from '../server.ts';

let server: Machine;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop(0));

/** All that comes back on a connection that the server closes, or the first answer on one it keeps. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (data) => {
      text += data;
      if (text.includes('request_id')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

const head = (first: string, ...lines: readonly string[]) =>
  `${[first, ...lines].join('\r\n')}\r\n\r\n`;

describe('docs/requests.md names the requests that Bun answers before Parley sees them', () => {
  const CASES: readonly (readonly [name: string, bytes: string, status: string])[] = [
    ['no HTTP', head('garbage'), '400'],
    ['no Host', head('GET /healthz HTTP/1.1'), '400'],
    ['a malformed header', head('GET /healthz HTTP/1.1', 'Host: x', 'Bad Header: y'), '400'],
    [
      'two lengths',
      head('POST /openrtb2 HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
      '400',
    ],
    ['another version', head('GET /healthz HTTP/3.0', 'Host: x'), '505'],
    ['long headers', head('GET /healthz HTTP/1.1', 'Host: x', `X: ${'a'.repeat(40_000)}`), '431'],
  ];
  for (const [name, bytes, status] of CASES) {
    test(`${name}: ${status} without a body`, async () => {
      const answer = await exchange(bytes);
      expect(answer).toStartWith(`HTTP/1.1 ${status} `);
      expect(answer).not.toContain('request_id');
    });
  }

  test('a method that HTTP does not know: the connection closes', async () => {
    expect(await exchange(head('FOO /openrtb2 HTTP/1.1', 'Host: x'))).toBe('');
  });
});

describe('methods that HTTP knows get our error body', () => {
  for (const [method, target, status] of [
    ['TRACE', '/openrtb2', '405'],
    ['PROPFIND', '/openrtb2', '405'],
    ['CONNECT', 'x:1', '404'],
  ]) {
    test(`${method}: ${status}`, async () => {
      const answer = await exchange(head(`${method} ${target} HTTP/1.1`, 'Host: x'));
      expect(answer).toStartWith(`HTTP/1.1 ${status} `);
      expect(answer).toContain('request_id');
    });
  }
});
