import { afterAll, afterEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { cleanUp, temporaryFolder } from '../process.ts';
import { letTimeRun, passTime, stopTime } from '../stopped-time.ts';
import { startBareServer } from './bare-server.ts';
import { certify, nameOf } from './certificate.ts';

afterAll(cleanUp);
afterEach(letTimeRun);

const folder = temporaryFolder();

function certificate(name: string) {
  certify(folder, name);
  const text = (ending: string) => readFileSync(join(folder, `${name}.${ending}`), 'utf8');
  return { cert: text('pem'), key: text('key') };
}

const first = certificate('first');
const second = certificate('second');

/** A connection that stays open: each call gives the answer to one request. */
function keepOpen(port: number): () => Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  return () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    socket.once('data', (data) => resolve(String(data)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return promise;
  };
}

test('an open connection gets an answer after the renewal, which says that it closes', async () => {
  stopTime();
  const server = startBareServer({}, first);
  const ask = keepOpen(server.port);
  expect(await ask()).not.toMatch(/connection: close/i);
  server.renewTls(second);
  const answer = await ask();
  expect(answer).toStartWith('HTTP/1.1 200');
  expect(answer).toMatch(/connection: close/i);
  await server.stop(0);
});

test('two seconds after the renewal every new connection gets the new certificate', async () => {
  stopTime();
  const server = startBareServer({}, first);
  expect(await nameOf(server.port)).toBe('first');
  server.renewTls(second);
  await passTime(2000);
  const names = await Promise.all(Array.from({ length: 20 }, () => nameOf(server.port)));
  expect(new Set(names)).toEqual(new Set(['second']));
  await server.stop(0);
});
