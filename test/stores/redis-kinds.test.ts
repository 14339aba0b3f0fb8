import { afterAll, afterEach, expect, setSystemTime, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { createCalmWindows } from '../redis/calm-windows.ts';
import { isShared, type Machine, request, shared, startMachine } from '../redis/machine.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

const machines: Machine[] = [];
const running: RedisServer[] = [];

afterEach(async () => {
  for (const { fleet } of machines.splice(0)) fleet.close();
  for (const one of running.splice(0)) await one.kill();
});
afterAll(cleanUp);

async function redis(...given: Parameters<typeof startRedis>): Promise<RedisServer> {
  const started = await startRedis(...given);
  running.push(started);
  return started;
}

async function start(...given: Parameters<typeof startMachine>): Promise<Machine> {
  const machine = await startMachine(...given);
  machines.push(machine);
  return machine;
}

test('two machines hold one limit through a server with a password', async () => {
  const { url } = await redis({
    settings: { requirepass: 'se cret' },
    url: (port) => `redis://:se%20cret@127.0.0.1:${port}`,
  });
  const limits = { ipPerSecond: 60, publisherPerSecond: 40 };
  const pair = [await start(url, limits), await start(url, limits)];
  for (const machine of pair) {
    await shared(machine);
    await eventually(() => machine.fleet.status()?.machines === 2);
  }
  await eventually(createCalmWindows(pair).look);
  // All are sent early in a window for which both have asked Redis, and nobody asks in between.
  setSystemTime(Date.now());
  const counts = { ips: 0, publisher: 0 };
  try {
    for (let i = 0; i < 50; i++) {
      for (const { limiter } of pair) {
        if (request(limiter, '10.0.0.1')) counts.ips++;
        if (request(limiter, `10.0.1.${i}`, 'p')) counts.publisher++;
      }
    }
  } finally {
    setSystemTime();
  }
  expect(counts).toEqual({ ips: 60, publisher: 40 });
});

test('a Redis that cannot be used is said, bidding goes on, and sharing resumes by itself', async () => {
  const server = await redis({
    settings: { requirepass: 'secret' },
    url: (port) => `redis://:secret@127.0.0.1:${port}`,
  });
  const locked = await start(`redis://127.0.0.1:${server.port}`);
  const machine = await start(server.url);
  await eventually(() => locked.logged.some((line) => line.startsWith('warn Redis is unusable')));
  expect(locked.fleet.status()?.reason).not.toBeNull();
  await shared(machine);
  expect(machine.fleet.status()?.reason).toBeNull();
  await server.kill();
  await eventually(() => !isShared(machine));
  for (const { limiter } of [locked, machine]) {
    expect(request(limiter, '10.0.0.1', 'p')).toBe(true);
  }
  await server.start();
  await eventually(() => isShared(machine));
});
