import { afterAll, expect, test } from 'bun:test';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { startTestServer } from '../server.ts';
import { type Answer, type Connection, openConnection } from './connection.ts';
import {
  ask,
  CHUNKED,
  chunk,
  errorOf,
  LAST_CHUNK,
  MINIMAL,
  requestBytes,
  requestHead,
} from './request.ts';

const MIB = 1024 * 1024;

const server = await startTestServer();
afterAll(() => server.stop(0));

/** The whole of ruling 5: our error body, and no further request on this connection. */
async function expectTooLarge(connection: Connection, reason: string): Promise<Answer> {
  const answer = await connection.answer();
  expect(answer.status).toBe(413);
  expect(errorOf(answer).code).toBe('PAYLOAD_TOO_LARGE');
  expect(errorOf(answer).details.reason).toContain(reason);
  expect(answer.headers.get('connection')).toBe('close');
  expect(await connection.closed).toBe('');
  return answer;
}

for (const length of [17 * MIB, 65 * MIB, 1e15]) {
  test(`a Content-Length of ${length} is refused before the body comes (ruling 5)`, async () => {
    const connection = await openConnection(server.port);
    connection.send(requestHead({ headers: { 'Content-Length': String(length) } }));
    await expectTooLarge(connection, `Content-Length is ${length}`);
  });
}

test('a chunked body is refused at the first byte over 1 MiB', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestHead({ headers: CHUNKED }));
  for (let i = 0; i < 4; i++) connection.send(chunk(' '.repeat(MIB / 4)));
  connection.send(chunk(' '));
  await expectTooLarge(connection, 'more came');
});

test.each([MIB + 1, 10_000_000])(
  'a client that sends all %d bytes before it reads gets its 413',
  async (size) => {
    for (const chunked of [false, true]) {
      const connection = await openConnection(server.port);
      const body = ' '.repeat(size);
      if (!chunked) await connection.send(requestBytes({ body }));
      else {
        await connection.send(requestHead({ headers: CHUNKED }));
        await connection.send(chunk(body));
        await connection.send(LAST_CHUNK);
      }
      await expectTooLarge(connection, '');
    }
  },
);

test('a body of exactly 1 MiB is read and judged as JSON', async () => {
  const exact = await ask(server.port, { body: MINIMAL.padEnd(MIB) });
  expect(exact.status).toBe(200);
  expect(exact.body).toContain('REQUEST_LARGE');

  const blank = await ask(server.port, { body: ' '.repeat(MIB) });
  expect(errorOf(blank).message).toBe('Invalid JSON format');
});

const GZIP = { 'Content-Encoding': 'gzip' };

test('a gzip body that inflates to 1 MiB and one byte is refused', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestBytes({ headers: GZIP, body: gzipSync(MINIMAL.padEnd(MIB + 1)) }));
  await expectTooLarge(connection, 'after inflating');
});

const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
const ZEROS = Buffer.alloc(MIB);
/** Ends at a byte boundary and refers to nothing before it, so that it can be repeated. */
const BLOCK = deflateRawSync(ZEROS, { finishFlush: constants.Z_FULL_FLUSH });

/** Each would inflate to 900 MiB; the second consists of streams that are harmless one by one. */
const BOMBS = {
  'of one stream': Buffer.concat([GZIP_HEADER, ...Array<Buffer>(900).fill(BLOCK)]),
  'of many streams': Buffer.concat(Array<Buffer>(900).fill(gzipSync(ZEROS))),
};

for (const [what, body] of Object.entries(BOMBS)) {
  test(`a gzip bomb ${what} is refused before it is inflated, in bounded memory`, async () => {
    expect(body.length).toBeLessThan(MIB);
    const peakKibBefore = process.resourceUsage().maxRSS;
    for (let i = 0; i < 10; i++) {
      const connection = await openConnection(server.port);
      connection.send(requestBytes({ headers: GZIP, body }));
      await expectTooLarge(connection, 'after inflating');
    }
    const grownMib = (process.resourceUsage().maxRSS - peakKibBefore) / 1024;
    expect(grownMib).toBeLessThan(64);
  });
}
