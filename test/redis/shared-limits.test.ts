import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Limits } from '../../src/limits/limiter.ts';
import { eventually } from '../eventually.ts';
import { START_MS } from '../limiter.ts';
import { PATIENT_MS } from '../patience.ts';
import { BUN, cleanUp, ROOT, run } from '../process.ts';
import { admittedOf, type Machine, request, startMachine } from './machine.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

let redis: RedisServer;
const machines: Machine[] = [];
let windows = 0;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(async () => {
  for (const { limiter } of machines) limiter.close();
  await redis.kill();
  await cleanUp();
});

/** A second that no other test counts in. */
function freshSecondMs(): number {
  return START_MS + 1000 * ++windows;
}

async function pair(limits: Partial<Limits>) {
  const ms = freshSecondMs();
  const options = { limits, nowMs: () => ms, answerMsMax: PATIENT_MS };
  const two = await Promise.all([
    startMachine(redis.url, options),
    startMachine(redis.url, options),
  ]);
  machines.push(...two);
  const [first, second] = two.map(({ limiter }) => limiter);
  if (first === undefined || second === undefined) throw new Error('two machines were started');
  return [first, second] as const;
}

describe('a limit is exact to the request across machines', () => {
  const cases = [
    { limits: { globalPerSecond: 70 }, scope: 'global' },
    { limits: { ipPerSecond: 70 }, scope: 'ip' },
    { limits: { publisherPerSecond: 70 }, scope: 'publisher' },
  ] as const;
  for (const { limits, scope } of cases) {
    test(`${scope}, both asking at once`, async () => {
      const [a, b] = await pair(limits);
      const ask = (limiter: typeof a) => admittedOf(60, () => request(limiter, '10.0.0.1', 'p'));
      const [byA, byB] = await Promise.all([ask(a), ask(b)]);
      expect(byA + byB).toBe(70);
      expect(await request(a, '10.0.0.1', 'p')).toMatchObject({
        isAdmitted: false,
        state: { scope, limit: 70, remaining: 0 },
      });
    });
  }

  test('for publishers whose long ids differ at the end only', async () => {
    const [a, b] = await pair({ publisherPerSecond: 1 });
    const long = 'p'.repeat(1000);
    expect((await request(a, '10.0.0.1', `${long}a`)).isAdmitted).toBe(true);
    expect((await request(b, '10.0.0.1', `${long}a`)).isAdmitted).toBe(false);
    expect((await request(b, '10.0.0.1', `${long}b`)).isAdmitted).toBe(true);
    const keys = await redis.command('KEYS', 'parley:*');
    expect(Math.max(...[keys].flat().map((key) => String(key).length))).toBeLessThan(150);
  });

  test('across processes', async () => {
    const args = [join(ROOT, 'test/redis/asker.ts'), redis.url, String(freshSecondMs())];
    const askers = [1, 2].map(() => run(args, { command: BUN }));
    await Promise.all(askers.map(({ printed }) => printed('ready')));
    for (const { pid } of askers) process.kill(pid, 'SIGUSR2');
    await Promise.all(askers.map(({ exited }) => exited));
    const admitted = askers.map(({ stdout }) => Number(/admitted (\d+)/.exec(stdout())?.[1]));
    expect(admitted.reduce((sum, part) => sum + part)).toBe(1000);
  }, 120_000);
});

test('the state counts what every machine admitted', async () => {
  const [a, b] = await pair({ ipPerSecond: 10 });
  for (let i = 0; i < 4; i++) await request(a, '10.0.0.1', 'p');
  const { state } = await request(b, '10.0.0.1', 'p');
  expect(state).toMatchObject({ scope: 'ip', limit: 10, remaining: 5 });
});

describe('a request refused by one scope uses up no other', () => {
  test('in Redis', async () => {
    const [a, b] = await pair({ globalPerSecond: 10, publisherPerSecond: 1, ipPerSecond: 5 });
    expect(await admittedOf(100, () => request(a, '10.0.0.1', 'p'), 4)).toBe(1);
    expect(await admittedOf(10, () => request(b, '10.0.0.1'))).toBe(4);
    expect(await admittedOf(10, (i) => request(b, `10.0.1.${i}`))).toBe(5);
  });

  test('nor on the machine that asked', async () => {
    const [a, b] = await pair({ ipPerSecond: 5, publisherPerSecond: 1 });
    await request(b, '10.0.0.2', 'p');
    for (let i = 0; i < 50; i++) await request(a, '10.0.0.1', 'p');
    expect(a.look('10.0.0.1').remaining).toBe(5);
  });
});

test('200,000 requests are 200,000 calls, and Redis forgets them by itself', async () => {
  const many = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
  const { limiter } = await startMachine(redis.url, { limits: many, answerMsMax: PATIENT_MS });
  await redis.command('CONFIG', 'RESETSTAT');
  const asked = 200_000;
  await admittedOf(asked, (i) => request(limiter, `10.0.0.${i & 255}`, `p${i & 15}`), 64);
  const calls = await redis.calls();
  expect(limiter.status()).toMatchObject({ decidedByRedis: asked, decidedByOwnShare: 0 });
  limiter.close();
  expect(calls.get('evalsha')).toBe(asked);
  await eventually(async () => [await redis.command('KEYS', 'parley:limit:*')].flat().length === 0);
}, 120_000);
