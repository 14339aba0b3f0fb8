import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { NoBid } from '../../src/core/openrtb/no-bid.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { startTestServer } from '../server.ts';
import { letTimeRun, stopTime } from '../stopped-time.ts';
import { startBareServer } from './bare-server.ts';
import { openConnection } from './connection.ts';
import { ask, CHUNKED, chunk, requestHead } from './request.ts';

const server = await startTestServer();
afterEach(letTimeRun);
afterAll(() => server.stop(0));

const HEALTH = { method: 'GET', path: '/healthz' };

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(() => {
  process.on('unhandledRejection', note);
});
afterAll(() => {
  process.off('unhandledRejection', note);
});

describe('a client that goes away in the middle of its body', () => {
  const half = {
    'with a length': [requestHead({ headers: { 'Content-Length': '1000' } }), '{"id":'],
    'in chunks': [requestHead({ headers: CHUNKED }), chunk('{"id":')],
  };
  for (const [what, pieces] of Object.entries(half)) {
    test(`is noticed at once, and the server goes on: ${what}`, async () => {
      const arrived = Promise.withResolvers<void>();
      const settled = Promise.withResolvers<unknown>();
      const bare = startBareServer({
        documents: {
          find: () => ({ body: '{}', contentType: 'application/json', maxAgeSec: 0 }),
          paths: ['/healthz'],
        },
        bid: async ({ readBody }, endpoint) => {
          const reading = readBody(endpoint);
          arrived.resolve();
          settled.resolve(await reading);
          const limit = { scope: 'ip', limit: 1, remaining: 0, resetSec: 1 } as const;
          return { outcome: new NoBid('no-demand'), limit, bidRequestId: 'r' };
        },
      });
      const connection = await openConnection(bare.port);
      for (const piece of pieces) connection.send(piece);
      await arrived.promise;
      connection.drop();

      const body = await settled.promise;
      expect(body).toBeInstanceOf(Refusal);
      expect((await ask(bare.port, HEALTH)).status).toBe(200);
      expect(bare.failures).toEqual([]);
      expect(unhandled).toEqual([]);
      await bare.stop(0);
    });
  }
});

const MALFORMED: Readonly<Record<string, string>> = {
  'a line that is no request': 'HELLO\r\n\r\n',
  'no Host': 'GET /healthz HTTP/1.1\r\n\r\n',
  'a length and chunks together': requestHead({ headers: { ...CHUNKED, 'Content-Length': '5' } }),
  'a negative length': requestHead({ headers: { 'Content-Length': '-1' } }),
  'a length that is no number': requestHead({ headers: { 'Content-Length': '0x10' } }),
  'a bad chunk size': `${requestHead({ headers: CHUNKED })}ZZ\r\n`,
  'an encoding under the chunks': requestHead({
    headers: { 'Transfer-Encoding': 'gzip, chunked' },
  }),
};
for (const [what, text] of Object.entries(MALFORMED)) {
  test(`malformed HTTP ends only its own connection: ${what}`, async () => {
    const connection = await openConnection(server.port);
    connection.send(text);
    expect(await connection.closed).toStartWith('HTTP/1.1 400 ');
    expect((await ask(server.port, HEALTH)).status).toBe(200);
  });
}

test('hundreds of half-open requests do not keep others waiting', async () => {
  const stalled = await Promise.all(Array.from({ length: 300 }, () => openConnection(server.port)));
  for (const connection of stalled) {
    connection.send(requestHead({ headers: { 'Content-Length': '1000' } }));
  }
  // They stay half-open for as long as time stands still.
  stopTime();
  expect((await ask(server.port)).status).toBe(200);
  for (const connection of stalled) connection.drop();
});
