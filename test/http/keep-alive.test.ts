import { afterAll, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { openConnection } from './connection.ts';
import { CHUNKED, chunk, LAST_CHUNK, MINIMAL, requestBytes, requestHead } from './request.ts';

const NOW_MS = 1_700_000_000_500;
const AMPLE = 1_000_000;

const server = await startTestServer();
const limited = await startTestServer(
  {
    limits: {
      globalPerSecond: AMPLE,
      publisherPerSecond: AMPLE,
      ipPerSecond: 1,
      networks: [],
      trustedProxies: [],
    },
  },
  () => NOW_MS,
);
afterAll(async () => {
  await server.stop(0);
  await limited.stop(0);
});

const HEALTH = { method: 'GET', path: '/healthz' };

const UNREAD = [
  { why: 'a wrong Content-Type', status: 400, headers: { 'Content-Type': 'text/plain' } },
  { why: 'an unknown Content-Encoding', status: 400, headers: { 'Content-Encoding': 'br' } },
  { why: 'an unknown path', status: 404, path: '/nowhere' },
  { why: 'a wrong method', status: 405, method: 'PUT' },
  { why: 'a wrong method for a document', status: 405, path: '/formats' },
];

for (const { why, status, ...parts } of UNREAD) {
  test(`the connection goes on after ${status} for ${why}, whose body nobody read`, async () => {
    const connection = await openConnection(server.port);
    connection.send(requestBytes({ ...parts, body: 'x'.repeat(300_000) }));
    expect((await connection.answer()).status).toBe(status);
    connection.send(requestBytes());
    expect((await connection.answer()).status).toBe(200);
    connection.drop();
  });
}

test('the connection goes on after 429, whose body nobody read', async () => {
  const connection = await openConnection(limited.port);
  connection.send(requestBytes());
  expect((await connection.answer()).status).toBe(200);
  connection.send(requestBytes({ body: 'x'.repeat(300_000) }));
  expect((await connection.answer()).status).toBe(429);
  connection.send(requestBytes({ headers: CHUNKED, body: '' }));
  connection.send(Buffer.concat([chunk('not read either'), Buffer.from(LAST_CHUNK)]));
  expect((await connection.answer()).status).toBe(429);
  connection.send(requestBytes(HEALTH));
  expect((await connection.answer()).status).toBe(200);
  connection.drop();
});

test('a body may come in chunks, cut anywhere', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestHead({ headers: CHUNKED }));
  for (const character of MINIMAL) connection.send(chunk(character));
  connection.send(LAST_CHUNK);
  expect((await connection.answer()).status).toBe(200);
  connection.send(requestBytes(HEALTH));
  expect((await connection.answer()).status).toBe(200);
  connection.drop();
});

test('a request that asks for it is the last of its connection', async () => {
  const connection = await openConnection(server.port);
  connection.send(requestBytes({ headers: { Connection: 'close' } }));
  expect((await connection.answer()).status).toBe(200);
  expect(await connection.closed).toBe('');
});
