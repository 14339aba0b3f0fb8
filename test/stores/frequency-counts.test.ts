import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { startMachine as startShared } from '../redis/machine.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

/** What machines tell each other of sales under caps, through a real Redis. */

const STREAM = 'parley:sales';
const HOUR_SEC = 3600;
const nowSec = () => Math.floor(Date.now() / 1000);
const sale = (name: number) => ({ name, windowSec: HOUR_SEC });

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  await cleanUp();
  await redis.kill();
});

const running: { close: () => void }[] = [];
afterEach(async () => {
  for (const fleet of running.splice(0)) fleet.close();
  await redis.command('DEL', STREAM);
});

async function startMachine() {
  const { fleet, counts } = await startShared(redis.url);
  running.push(fleet);
  return {
    sell(name: number): void {
      counts.count(sale(name), { atSec: nowSec(), nowSec: nowSec() });
      counts.tell(sale(name));
    },
    countOf: (name: number) => counts.countOf(sale(name), nowSec()),
  };
}

test('what each of four machines sells, each of them counts once', async () => {
  const machines = await Promise.all(Array.from({ length: 4 }, startMachine));
  for (const [index, { sell }] of machines.entries()) sell(index + 1);
  const names = machines.map((_, index) => index + 1);
  const counted = () => machines.map(({ countOf }) => names.map(countOf));
  await eventually(() =>
    counted()
      .flat()
      .every((count) => count > 0),
  );
  // A further sale tells when all rounds before it have been read.
  machines[0]?.sell(9);
  await eventually(() => machines.every(({ countOf }) => countOf(9) > 0));
  expect(counted()).toEqual(machines.map(() => [1, 1, 1, 1]));
});

test('a machine that starts counts what was sold before', async () => {
  (await startMachine()).sell(1);
  await eventually(async () => (await redis.command('XLEN', STREAM)) === 1);
  const late = await startMachine();
  await eventually(() => late.countOf(1) === 1);
});
