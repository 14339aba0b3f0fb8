import { afterAll, beforeEach, expect, test } from 'bun:test';
import { NoBid } from '../../src/openrtb/no-bid.ts';
import { startBareServer } from './bare-server.ts';
import { openConnection } from './connection.ts';
import { requestBytes } from './request.ts';

const LIMIT = { scope: 'ip', limit: 1, remaining: 0, resetSec: 1 } as const;

let auctionCount = 0;
let auctionEnd = Promise.withResolvers<void>();
const server = startBareServer({
  bid: async ({ readBody }, endpoint) => {
    auctionCount += 1;
    await readBody(endpoint);
    await auctionEnd.promise;
    return { outcome: new NoBid('no-demand'), limit: LIMIT, bidRequestId: 'r' };
  },
});
beforeEach(() => {
  auctionCount = 0;
  auctionEnd = Promise.withResolvers();
});
afterAll(() => server.stop(0));

/** docs/http.md says what comes of requests that do not wait for the answer before. Bun decides it. */

test('a second bid request in one write closes the connection without a byte, and only the first has its auction', async () => {
  const connection = await openConnection(server.port);
  connection.send(Buffer.concat([requestBytes(), requestBytes()]));
  expect(await connection.closed).toBe('');
  auctionEnd.resolve();
  expect(auctionCount).toBe(1);
});

test('so does one that comes later, before the answer', async () => {
  const connection = await openConnection(server.port);
  await connection.send(requestBytes());
  await connection.send(requestBytes());
  expect(await connection.closed).toBe('');
  auctionEnd.resolve();
  expect(auctionCount).toBe(1);
});

test('the start of the next request may come before the answer, and its end after it', async () => {
  const connection = await openConnection(server.port);
  const next = requestBytes();
  connection.send(Buffer.concat([requestBytes(), next.subarray(0, 20)]));
  auctionEnd.resolve();
  expect((await connection.answer()).status).toBe(204);
  connection.send(next.subarray(20));
  expect((await connection.answer()).status).toBe(204);
  expect(auctionCount).toBe(2);
  connection.drop();
});
