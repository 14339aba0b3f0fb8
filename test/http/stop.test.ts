import { afterEach, expect, test } from 'bun:test';
import { startTestServer } from '../server.ts';
import { letTimeRun, passTime, stopTime } from '../stopped-time.ts';
import { openHalfSent } from './half-sent.ts';

afterEach(letTimeRun);

const TIMEOUT_MS = 100;
const MARGIN_MS = 250;

const start = () =>
  startTestServer({ auction: { timeoutMs: TIMEOUT_MS, defaultType: 1, rates: {} } });

/** Parts of a server that has only just started wait before they stop. */
function endOf(stopped: Promise<void>): Promise<void> {
  letTimeRun();
  return stopped;
}

test('a request under way at a shutdown may take a quarter of a second longer than an auction', async () => {
  const server = await start();
  const request = await openHalfSent(server.port);
  stopTime();
  const stopped = server.stop(0);
  await passTime(TIMEOUT_MS + MARGIN_MS - 1);
  expect((await request.finish()).status).toBe(200);
  await endOf(stopped);
});

test('a request that takes longer is cut off, so that a shutdown ends', async () => {
  const server = await start();
  const request = await openHalfSent(server.port);
  stopTime();
  const stopped = server.stop(0);
  await passTime(TIMEOUT_MS + MARGIN_MS);
  expect(await request.closed).toBe('');
  await endOf(stopped);
});
