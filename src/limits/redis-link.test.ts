import { afterEach, beforeEach, expect, test } from 'bun:test';
import { letTimeRun, passTime, stopTime } from '../../test/stopped-time.ts';
import { createRedisLink, ROUND_MS_MAX } from './redis-link.ts';

const EVERY_MS = 100;

/** A Redis that can be reached or not, and notes when it is tried. */
function startLink() {
  const redis = { isThere: false, isAnswering: true, closed: 0, triedMs: [] as number[] };
  const reasons: (string | undefined)[] = [];
  const link = createRedisLink({
    async open() {
      redis.triedMs.push(Date.now());
      if (!redis.isThere) throw new Error('nobody is there');
      return { send: async () => 'OK', close: () => void redis.closed++ };
    },
    everyMs: EVERY_MS,
    delayMs: 0,
    round: () => (redis.isAnswering ? Promise.resolve() : new Promise(() => {})),
    onChange: (reason) => void reasons.push(reason),
  });
  opened.push(link);
  return { redis, reasons };
}

const opened: { readonly close: () => void }[] = [];

beforeEach(stopTime);
afterEach(() => {
  for (const link of opened.splice(0)) link.close();
  letTimeRun();
});

test('while Redis cannot be reached, each wait is twice the last, from 20 ms to a second', async () => {
  const { redis, reasons } = startLink();
  await passTime(3500);
  const waits = redis.triedMs.slice(1).map((ms, index) => ms - (redis.triedMs[index] ?? 0));
  expect(waits).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000]);
  expect(reasons).toEqual(['nobody is there']);
});

test('a connection without an answer is closed, and another is opened', async () => {
  const { redis, reasons } = startLink();
  redis.isThere = true;
  await passTime(10);
  redis.isAnswering = false;
  await passTime(ROUND_MS_MAX + 3 * EVERY_MS);
  expect(redis.closed).toBe(1);
  redis.isAnswering = true;
  await passTime(2 * ROUND_MS_MAX);
  expect(reasons).toEqual([undefined, `no answer within ${ROUND_MS_MAX} ms`, undefined]);
});

test('a link that is closed asks no more, and closes its connection', async () => {
  const { redis } = startLink();
  redis.isThere = true;
  await passTime(10);
  opened.pop()?.close();
  expect(redis.closed).toBe(1);
  redis.isThere = false;
  await passTime(10 * EVERY_MS);
  expect(redis.triedMs).toHaveLength(1);
});
