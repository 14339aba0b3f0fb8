import { afterAll, expect, test } from 'bun:test';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { cleanUp, run } from '../process.ts';
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
afterAll(async () => {
  await server.stop(0);
  await cleanUp();
});

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

test('a body of 1 MiB and one byte that is sent at once still gets its answer', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestBytes({ body: ' '.repeat(MIB + 1) }));
  await expectTooLarge(connection, 'at most 1048576 bytes');
});

test('a chunked body is refused at the first byte over 1 MiB', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestHead({ headers: CHUNKED }));
  for (let i = 0; i < 4; i++) connection.send(chunk(' '.repeat(MIB / 4)));
  connection.send(chunk(' '));
  await expectTooLarge(connection, 'more came');
});

test('a body of up to 16 MiB that never comes is refused all the same', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestHead({ headers: { 'Content-Length': String(MIB + 1) } }));
  await expectTooLarge(connection, `Content-Length is ${MIB + 1}`);
});

test('of a chunked body that does not end no more than 16 MiB is read', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestHead({ headers: CHUNKED }));
  const piece = chunk(' '.repeat(MIB));
  for (let i = 0; i < 17; i++) connection.send(piece);
  await expectTooLarge(connection, 'more came');
});

/** Sends bodies by `fetch` of Node, which fails where a server closes before it has read them, and prints what came. */
const FETCH_OF_NODE = `
const [url, size, form] = process.argv.slice(1);
const piece = new Uint8Array(64 * 1024).fill(32);
const chunks = function* () {
  for (let left = Number(size); left > 0; left -= piece.length) yield piece.subarray(0, left);
};
const body = () => (form === 'chunked' ? ReadableStream.from(chunks()) : Buffer.alloc(Number(size), 32));
const headers = { 'Content-Type': 'application/json' };
const came = [];
for (let i = 0; i < 8; i++) {
  const sent = fetch(url, { method: 'POST', headers, body: body(), duplex: 'half' });
  came.push(await sent.then(({ status }) => status, ({ cause }) => cause?.code));
}
console.log(JSON.stringify(came));
`;

for (const form of ['whole', 'chunked']) {
  for (const size of [MIB + 1, 10_000_000]) {
    test(`a client that sends all ${size} bytes before it reads gets its 413: ${form}`, async () => {
      const url = `http://127.0.0.1:${server.port}/openrtb2`;
      const client = run(['-e', FETCH_OF_NODE, url, String(size), form], { command: 'node' });
      await client.exited;
      expect(JSON.parse(client.stdout())).toEqual(Array<number>(8).fill(413));
    });
  }
}

test('a body of exactly 1 MiB is read and judged as JSON', async () => {
  const exact = await ask(server.port, { body: MINIMAL.padEnd(MIB) });
  expect(exact.status).toBe(200);
  expect(exact.body).toContain('REQUEST_LARGE');

  const blank = await ask(server.port, { body: ' '.repeat(MIB) });
  expect(errorOf(blank).message).toBe('Invalid JSON format');
});

test('a chunked body of exactly 1 MiB is read and judged as JSON', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestHead({ headers: CHUNKED }));
  const body = MINIMAL.padEnd(MIB);
  connection.send(chunk(body.slice(0, 1000)));
  connection.send(chunk(body.slice(1000)));
  connection.send(LAST_CHUNK);
  expect((await connection.answer()).status).toBe(200);
  connection.drop();
});

const GZIP = { 'Content-Encoding': 'gzip' };

test('a gzip body that inflates to exactly 1 MiB is read and judged as JSON', async () => {
  const body = gzipSync(MINIMAL.padEnd(MIB));
  expect((await ask(server.port, { headers: GZIP, body })).status).toBe(200);
});

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
