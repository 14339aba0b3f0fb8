import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createCountExchange } from '../../src/host/limits/frequency/count-exchange.ts';
import {
  COUNT_BYTES,
  copyCounts,
  mapCounts,
} from '../../src/host/limits/frequency/count-memory.ts';
import { keyGroups } from '../../src/host/limits/redis-client.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

/** What machines tell each other of sales under caps, through a real Redis. */

const STREAM = 'parley:{limits}:sales';
const HOUR_SEC = 3600;
const nowSec = () => Math.floor(Date.now() / 1000);
const sale = (name: number) => ({ name, windowSec: HOUR_SEC });
const newMemory = () => ({ buffer: new ArrayBuffer(COUNT_BYTES), byteOffset: 0 });

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
  for (const exchange of running.splice(0)) exchange.close();
  await redis.command('DEL', STREAM);
});

function startMachine(machineId: string) {
  let memory = newMemory();
  const [group] = keyGroups({ kind: 'server', url: redis.url });
  const from = 'the-beginning';
  const parts = { group, machineId, from, nowMs: Date.now, log: silentLog } as const;
  const exchange = createCountExchange(memory, parts);
  running.push(exchange);
  return {
    sell(name: number): void {
      const counts = mapCounts(memory);
      counts.count(sale(name), { atSec: nowSec(), nowSec: nowSec() });
      counts.tell(sale(name));
    },
    countOf: (name: number) => mapCounts(memory).countOf(sale(name), nowSec()),
    reload(): void {
      const next = newMemory();
      copyCounts(memory, next);
      memory = next;
      exchange.use(next);
    },
  };
}

test('what each of four machines sells, each of them counts once', async () => {
  const machines = ['a', 'b', 'c', 'd'].map(startMachine);
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
  startMachine('a').sell(1);
  await eventually(async () => (await redis.command('XLEN', STREAM)) === 1);
  const late = startMachine('late');
  await eventually(() => late.countOf(1) === 1);
});

test('a sale from just before a reload is told', async () => {
  const [one, other] = [startMachine('a'), startMachine('b')];
  one.sell(1);
  await eventually(() => other.countOf(1) === 1);
  one.sell(2);
  one.reload();
  await eventually(() => other.countOf(2) === 1);
  expect(one.countOf(2)).toBe(1);
});
