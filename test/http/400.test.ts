import { afterAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { startTestServer } from '../server.ts';
import { openConnection } from './connection.ts';
import { ask, CHUNKED, chunk, errorOf, LAST_CHUNK, MINIMAL, requestHead } from './request.ts';

const server = await startTestServer();
afterAll(() => server.stop(0));

describe('gzip', () => {
  const GZIP = { 'Content-Encoding': 'gzip' };
  const good = gzipSync(MINIMAL);

  test('a compressed body is read like a plain one (ruling 4)', async () => {
    expect((await ask(server.port, { headers: GZIP, body: good })).status).toBe(200);
  });

  for (const name of ['GZip', 'x-gzip', 'X-GZIP']) {
    test(`the encoding may also be called ${name}`, async () => {
      const headers = { 'Content-Encoding': name };
      expect((await ask(server.port, { headers, body: good })).status).toBe(200);
    });
  }

  test('a compressed body may come in chunks', async () => {
    const connection = await openConnection(server.port);
    connection.send(requestHead({ headers: { ...CHUNKED, ...GZIP } }));
    connection.send(chunk(good.subarray(0, 20)));
    connection.send(chunk(good.subarray(20)));
    connection.send(LAST_CHUNK);
    expect((await connection.answer()).status).toBe(200);
    connection.drop();
  });

  const broken: Readonly<Record<string, Uint8Array>> = {
    'cut in its data': good.subarray(0, good.length / 2),
    'cut in its checksum': good.subarray(0, -2),
    'with a flipped byte': flipped(good, 30),
    'with a wrong checksum': flipped(good, good.length - 8),
    'that is plain JSON': Buffer.from(MINIMAL),
    'of no bytes at all': new Uint8Array(),
  };
  for (const [what, body] of Object.entries(broken)) {
    test(`a gzip body ${what} is refused as unreadable`, async () => {
      const answer = await ask(server.port, { headers: GZIP, body });
      expect(answer.status).toBe(400);
      expect(errorOf(answer)).toMatchObject({
        code: 'INVALID_REQUEST',
        details: { reason: 'Content-Encoding says gzip, but the body is not valid gzip' },
      });
    });
  }
});

const NOT_UTF8: Readonly<Record<string, readonly number[]>> = {
  'a byte that never occurs': [0xff],
  'a lone continuation byte': [0x80],
  'an overlong slash': [0xc0, 0xaf],
  'a surrogate': [0xed, 0xa0, 0x80],
  'a character cut short': [0xe2, 0x82],
};
for (const [what, bytes] of Object.entries(NOT_UTF8)) {
  test(`a body that is not UTF-8 is refused, not repaired: ${what}`, async () => {
    const [before = '', after = ''] = MINIMAL.split('req-1');
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    const answer = await ask(server.port, { body });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toBe('Invalid JSON format');
    expect(errorOf(answer).details).toEqual({ reason: 'the body is not valid UTF-8' });
  });
}

test('a body of nothing is refused as such, with or without a length', async () => {
  for (const headers of [{}, { 'Content-Length': '0' }]) {
    const answer = await ask(server.port, { headers, body: '' });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).details.reason).toBe('the body is empty');
  }
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = ~(copy[at] ?? 0);
  return copy;
}
