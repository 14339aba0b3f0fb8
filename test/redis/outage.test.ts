import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CALLS_UNDER_WAY_MAX } from '../../src/limits/redis-decisions.ts';
import { ANSWER_MS_MAX } from '../../src/limits/redis-limiter-timing.ts';
import { eventually } from '../eventually.ts';
import { START_MS } from '../limiter.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { letTimeRun, passTime, stopTime } from '../stopped-time.ts';
import { admittedOf, type Machine, request, startMachine } from './machine.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const TEST_MS_MAX = 300_000;

let redis: RedisServer;
let machines: Machine[];

beforeEach(async () => {
  redis = await startRedis();
  machines = [];
});

afterEach(async () => {
  letTimeRun();
  for (const { limiter } of machines) limiter.close();
  redis.resume();
  await redis.kill();
});

afterAll(cleanUp);

async function start(...options: Parameters<typeof startMachine>[1][]): Promise<Machine> {
  const machine = await startMachine(redis.url, ...options);
  machines.push(machine);
  await shared(machine);
  return machine;
}

const shared = ({ limiter }: Machine) => eventually(() => limiter.status().isShared);
const alone = ({ limiter }: Machine) => eventually(() => !limiter.status().isShared);

describe('while Redis hangs', () => {
  test(
    'nobody waits for it, and nothing piles up',
    async () => {
      const machine = await start({ limits: { globalPerSecond: 100_000 } });
      redis.pause();
      stopTime();
      const waitedMs = async (index: number) => {
        const startMs = performance.now();
        await request(machine.limiter, `10.0.0.${index & 255}`, 'p');
        return performance.now() - startMs;
      };
      const waits: Promise<number>[] = [];
      for (let i = 0; i < 500; i++) {
        waits.push(waitedMs(i));
        if (i % 5 === 0) await passTime(1);
        expect(machine.limiter.status().callsUnderWay).toBeLessThanOrEqual(CALLS_UNDER_WAY_MAX);
      }
      while (machine.limiter.status().isShared) await passTime(1);
      expect(Math.max(...(await Promise.all(waits)))).toBeLessThanOrEqual(ANSWER_MS_MAX + 1);
      expect(machine.limiter.status().callsUnderWay).toBe(0);
      const decided = machine.limiter.settle({
        ip: '10.0.0.1',
        publisher: 'p',
        state: machine.limiter.look('10.0.0.1'),
      });
      expect(decided).not.toBeInstanceOf(Promise);
    },
    TEST_MS_MAX,
  );

  test(
    'each machine keeps to its share, and both come back by themselves',
    async () => {
      const limits = { globalPerSecond: 101, ipPerSecond: 40, publisherPerSecond: 60 };
      const options = { limits, nowMs: () => START_MS };
      const both = [await start(options), await start(options)];
      for (const { limiter } of both) await eventually(() => limiter.status().machines === 2);
      redis.pause();
      await Promise.all(both.map(alone));
      for (const { limiter } of both) {
        expect(await admittedOf(50, () => request(limiter, '10.0.0.1'))).toBe(20);
        expect(await admittedOf(50, (i) => request(limiter, `10.0.1.${i}`, 'p'))).toBe(30);
        const refused = await request(limiter, '10.0.2.1', 'q');
        expect(refused.state).toMatchObject({ scope: 'global', limit: 50, remaining: 0 });
        expect(limiter.look('10.0.2.1')).toMatchObject({ limit: 50, remaining: 0 });
      }
      redis.resume();
      await Promise.all(both.map(shared));
      for (const { limiter } of both) await eventually(() => limiter.status().machines === 2);
    },
    TEST_MS_MAX,
  );
});

test(
  'a machine that goes away leaves its share to the others',
  async () => {
    const [a, b] = [await start(), await start()];
    await eventually(() => a.limiter.status().machines === 2);
    b.limiter.close();
    await eventually(() => a.limiter.status().machines === 1);
  },
  TEST_MS_MAX,
);

test(
  'a Redis killed and started again under load is used again, each change logged once',
  async () => {
    const limits = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
    const machine = await start({ limits, answerMsMax: PATIENT_MS });
    const { limiter, logged } = machine;
    let isOver = false;
    let asked = 0;
    let refused = 0;
    const client = async (id: number) => {
      for (; !isOver; asked++) {
        if (!(await request(limiter, `10.0.0.${id}`, 'p')).isAdmitted) refused++;
        await Bun.sleep(1);
      }
    };
    const clients = Array.from({ length: 16 }, (_, id) => client(id));
    await eventually(() => asked > 200);
    const before = logged.length;
    await redis.kill();
    await alone(machine);
    const { decidedByRedis } = limiter.status();
    const askedThen = asked;
    await eventually(() => asked > askedThen + 200);
    expect(limiter.status().decidedByRedis).toBe(decidedByRedis);
    expect(logged.slice(before).map((line) => line.split(' (')[0])).toEqual([
      'warn Redis is unusable: limits are this machine’s own share',
    ]);
    await redis.start();
    await shared(machine);
    await eventually(() => limiter.status().decidedByRedis > decidedByRedis + 200);
    isOver = true;
    await Promise.all(clients);
    expect(logged[before + 1]).toBe('info limits are shared through Redis');
    expect(refused).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  'a Redis that lost the script is given it again',
  async () => {
    const machine = await start({ answerMsMax: PATIENT_MS });
    const { limiter } = machine;
    await redis.command('SCRIPT', 'FLUSH');
    expect((await request(limiter, '10.0.0.1', 'p')).isAdmitted).toBe(true);
    await eventually(() => machine.logged.some((line) => line.includes('NOSCRIPT')));
    await shared(machine);
    const { decidedByRedis } = limiter.status();
    await eventually(() => {
      void request(limiter, '10.0.0.1', 'p');
      return limiter.status().decidedByRedis > decidedByRedis;
    });
  },
  TEST_MS_MAX,
);

test(
  'without a Redis at the start, the limits are this machine’s until there is one',
  async () => {
    await redis.kill();
    const machine = await startMachine(redis.url, { answerMsMax: PATIENT_MS });
    machines.push(machine);
    expect(machine.limiter.status()).toMatchObject({ isShared: false, machines: 1, outages: 1 });
    expect((await request(machine.limiter, '10.0.0.1')).isAdmitted).toBe(true);
    await redis.start();
    await shared(machine);
    expect(machine.logged.length).toBe(2);
  },
  TEST_MS_MAX,
);
