import { afterEach, describe, expect, test } from 'bun:test';
import { eventually } from '../../test/eventually.ts';
import { START_MS } from '../../test/limiter.ts';
import { createFakeRedis, SILENCE } from '../../test/redis/fake-redis.ts';
import { type Machine, request, startMachine } from '../../test/redis/machine.ts';
import { letTimeRun, passTime, stopTime } from '../../test/stopped-time.ts';
import type { Limits } from './limiter.ts';
import { CALLS_UNDER_WAY_MAX } from './redis-decisions.ts';

const started: Machine[] = [];

afterEach(() => {
  letTimeRun();
  for (const { limiter } of started.splice(0)) limiter.close();
});

/** On a clock that stands still. */
async function start(limits: Partial<Limits> = {}, machines = 1) {
  const { fake, open } = createFakeRedis();
  fake.machines = machines;
  const machine = await startMachine(open, { limits, nowMs: () => START_MS, id: 'a' });
  started.push(machine);
  await eventually(() => machine.limiter.status().isShared);
  return { fake, ...machine };
}

describe('what Redis answers decides', () => {
  test('with the state of the tightest scope', async () => {
    const { fake, limiter } = await start();
    fake.counts = [0, 900, 20, 950];
    expect(await request(limiter, '10.0.0.1', 'p')).toEqual({
      isAdmitted: true,
      state: { scope: 'publisher', limit: 1000, remaining: 50, resetSec: START_MS / 1000 + 1 },
    });
  });

  test('of a request without a publisher, two scopes', async () => {
    const { fake, limiter } = await start();
    fake.counts = [0, 900, 20];
    expect((await request(limiter, '10.0.0.1')).state).toMatchObject({ scope: 'global' });
    expect(fake.asked.map(([, keys]) => keys)).toEqual(['2']);
  });

  test('and a refusal names the scope and gives back what this machine had counted', async () => {
    const { fake, limiter } = await start();
    for (const [index, scope] of (['global', 'ip', 'publisher'] as const).entries()) {
      fake.counts = [index + 1];
      expect(await request(limiter, '10.0.0.1', 'p')).toMatchObject({
        isAdmitted: false,
        state: { scope, limit: 1000, remaining: 0 },
      });
    }
    expect(limiter.look('10.0.0.1').remaining).toBe(1000);
  });

  test('a publisher or a network with a limit of its own is counted against that', async () => {
    const byPublisher = new Map([['p', 7]]);
    const byNetwork = new Map([['192.0.2.0/24', 30]]);
    const { fake, limiter } = await start({ byPublisher, byNetwork });
    fake.counts = [0, 900, 20, 5];
    expect((await request(limiter, '192.0.2.0/24', 'p')).state).toMatchObject({
      limit: 7,
      remaining: 2,
    });
    expect(fake.asked.at(-1)?.slice(-3)).toEqual(['1000', '30', '7']);
    fake.counts = [2];
    expect((await request(limiter, '192.0.2.0/24', 'p')).state.limit).toBe(30);
  });

  test('and what it refuses is never asked again: one call for each request', async () => {
    const { fake, limiter } = await start();
    fake.counts = [1];
    for (let i = 0; i < 10; i++) await request(limiter, '10.0.0.1', 'p');
    expect(fake.asked.length).toBe(10);
  });
});

describe('this machine’s share decides', () => {
  test('a request whose answer is late', async () => {
    const { fake, limiter } = await start();
    fake.counts = SILENCE;
    expect((await request(limiter, '10.0.0.1', 'p')).isAdmitted).toBe(true);
    expect(limiter.status()).toMatchObject({ late: 1, decidedByOwnShare: 1 });
  });

  test('and a late answer among timely ones does not end the sharing', async () => {
    const { fake, limiter, logged } = await start();
    stopTime();
    fake.counts = SILENCE;
    const asked = request(limiter, '10.0.0.1', 'p');
    await passTime(30);
    await asked;
    expect([limiter.status().isShared, logged.length]).toEqual([true, 1]);
  });

  test('at once beyond the calls that may be under way', async () => {
    const { fake, limiter } = await start();
    fake.counts = SILENCE;
    const state = limiter.look('10.0.0.1');
    const settle = () => limiter.settle({ ip: '10.0.0.1', publisher: 'p', state });
    const first = Array.from({ length: CALLS_UNDER_WAY_MAX }, settle);
    expect(first.every((decided) => decided instanceof Promise)).toBe(true);
    expect(settle()).not.toBeInstanceOf(Promise);
    expect(limiter.status()).toMatchObject({ crowdedOut: 1, callsUnderWay: CALLS_UNDER_WAY_MAX });
    await Promise.all(first);
  });

  test('with what Redis had already admitted here counted', async () => {
    const { fake, limiter } = await start({ ipPerSecond: 20 }, 2);
    for (let i = 0; i < 7; i++) await request(limiter, '10.0.0.1', 'p');
    fake.isThere = false;
    fake.lose();
    expect(limiter.look('10.0.0.1')).toMatchObject({ limit: 10, remaining: 3 });
  });

  test('and is at least one request, however many machines there are', async () => {
    const { fake, limiter } = await start({ ipPerSecond: 3 }, 100);
    fake.isThere = false;
    fake.lose();
    expect((await request(limiter, '10.0.0.1')).isAdmitted).toBe(true);
    expect((await request(limiter, '10.0.0.1')).isAdmitted).toBe(false);
  });

  test('and its refusal gives back what this machine had counted', async () => {
    const { fake, limiter } = await start({ publisherPerSecond: 1, ipPerSecond: 5 });
    fake.isThere = false;
    fake.lose();
    for (let i = 0; i < 50; i++) await request(limiter, '10.0.0.1', 'p');
    for (let i = 0; i < 4; i++) {
      expect((await request(limiter, '10.0.0.1')).isAdmitted).toBe(true);
    }
    expect((await request(limiter, '10.0.0.1')).isAdmitted).toBe(false);
  });
});

describe('Redis counts as unusable', () => {
  test('when it answers neither a request nor the question whether it is there', async () => {
    const { fake, limiter, logged } = await start();
    fake.counts = SILENCE;
    fake.isAnnouncing = false;
    await request(limiter, '10.0.0.1', 'p');
    await eventually(() => !limiter.status().isShared);
    expect(fake.closed).toBe(1);
    expect(logged[1]).toBe(
      'warn Redis is unusable: limits are this machine’s own share (no answer within 5 ms)',
    );
  });

  test('when it always answers late, and then nobody waits for it', async () => {
    const { fake, limiter, logged } = await start();
    stopTime();
    fake.delayMs = 80;
    const asked = request(limiter, '10.0.0.1', 'p');
    await passTime(500);
    await asked;
    expect(fake.opened).toBeGreaterThan(1);
    expect([limiter.status().isShared, logged.length]).toEqual([false, 2]);
    fake.delayMs = 0;
    while (!limiter.status().isShared) await passTime(1);
  });

  const replies = [
    new Error('NOSCRIPT No matching script.'),
    new Error('OOM'),
    'nonsense',
    [],
    [4],
  ];
  for (const reply of replies) {
    test(`when it answers ${reply instanceof Error ? reply : JSON.stringify(reply)}, until it has been set up anew`, async () => {
      const { fake, limiter, logged } = await start();
      fake.counts = reply;
      expect((await request(limiter, '10.0.0.1', 'p')).isAdmitted).toBe(true);
      expect([limiter.status().isShared, fake.closed]).toEqual([false, 1]);
      fake.counts = [0, 1, 1, 1];
      await eventually(() => limiter.status().isShared);
      expect(logged.length).toBe(3);
    });
  }

  test('and is tried again less and less often, without another word', async () => {
    const { fake, logged } = await start();
    stopTime();
    fake.isThere = false;
    fake.lose();
    await passTime(400);
    expect(fake.opened).toBeGreaterThan(2);
    expect(fake.opened).toBeLessThan(8);
    expect(logged.length).toBe(2);
  });

  test('and nothing is tried after the limiter was closed', async () => {
    const { fake, limiter } = await start();
    stopTime();
    limiter.close();
    await passTime(1000);
    expect([fake.opened, fake.closed]).toEqual([1, 1]);
  });
});
