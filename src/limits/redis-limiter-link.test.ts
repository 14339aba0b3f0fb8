import { afterEach, beforeEach, expect, test } from 'bun:test';
import { letTimeRun, passTime, stopTime } from '../../test/stopped-time.ts';
import { createRedisLink, type RedisLink } from './redis-limiter-link.ts';

/** A Redis that can be reached or not, and notes when it is tried and how often it is checked. */
function startLink() {
  const redis = { isThere: false, isAnswering: true, triedMs: [] as number[], beats: 0 };
  let lose = () => {};
  const link = createRedisLink({
    async open(onLost) {
      redis.triedMs.push(Date.now());
      if (!redis.isThere) throw new Error('nobody is there');
      lose = onLost;
      return { send: async () => 'OK', close() {} };
    },
    answerMsMax: 5,
    prepare: async () => undefined,
    beat() {
      redis.beats++;
      return redis.isAnswering ? Promise.resolve() : new Promise(() => {});
    },
    onChange() {},
  });
  opened.push(link);
  return { link, redis, lose: () => lose() };
}

const opened: RedisLink[] = [];

beforeEach(stopTime);
afterEach(() => {
  for (const link of opened.splice(0)) link.close();
  letTimeRun();
});

function waits(triedMs: readonly number[]): readonly number[] {
  return triedMs.slice(1).map((ms, index) => ms - (triedMs[index] ?? 0));
}

test('while Redis cannot be reached, each wait is twice the last, from 20 ms to a second', async () => {
  const { redis } = startLink();
  await passTime(3500);
  expect(waits(redis.triedMs)).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000]);
});

/** Reaches Redis after some failures, keeps the connection for some time, and loses it. */
async function waitAfterConnectionOf(ms: number): Promise<number> {
  const { redis, lose } = startLink();
  await passTime(200);
  redis.isThere = true;
  await passTime(200 + ms);
  redis.isThere = false;
  const lostMs = Date.now();
  lose();
  await passTime(1000);
  return (redis.triedMs.find((triedMs) => triedMs >= lostMs) ?? 0) - lostMs;
}

test('a connection that breaks before its third beat keeps the long wait', async () => {
  expect(await waitAfterConnectionOf(0)).toBe(320);
  expect(await waitAfterConnectionOf(1500)).toBe(320);
});

test('a connection that held for three beats starts again with the shortest wait', async () => {
  expect(await waitAfterConnectionOf(3500)).toBe(20);
});

test('several late answers cause one check of the connection', async () => {
  const { link, redis } = startLink();
  redis.isThere = true;
  await passTime(1);
  const before = redis.beats;
  redis.isAnswering = false;
  for (let late = 0; late < 5; late++) link.suspect();
  expect(redis.beats - before).toBe(1);
});
