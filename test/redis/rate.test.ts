import { afterAll, expect, setSystemTime, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { createWindows } from '../lease/traffic.ts';
import { cleanUp } from '../process.ts';
import { createCalmWindows } from './calm-windows.ts';
import { type Machine, request, shared, startMachine } from './machine.ts';
import { startRedis } from './redis-server.ts';

afterAll(cleanUp);

const MACHINES = 4;
const PER_MACHINE = 1000;
const LIMIT = MACHINES * PER_MACHINE;
const SECONDS = 4;
/** Steps in which a timer sends what is due. */
const STEP_MS = 5;

test('4 machines of 1,000 requests a second ask a real Redis once for 100 requests, and keep to the limit', async () => {
  const redis = await startRedis();
  const config = { kind: 'server', url: redis.url } as const;
  const limits = { globalPerSecond: LIMIT, publisherPerSecond: LIMIT, ipPerSecond: LIMIT };
  const machines: Machine[] = [];
  for (let i = 0; i < MACHINES; i++) machines.push(await startMachine(config, limits));
  for (const machine of machines) await shared(machine);
  const { calm, look } = createCalmWindows(machines);
  await eventually(look);

  await redis.command('CONFIG', 'RESETSTAT');
  const asked = createWindows();
  const admitted = createWindows();
  const startMs = Date.now();
  const calmBefore = calm.length;
  const sent = machines.map(() => 0);
  for (; calm.length < calmBefore + SECONDS; look()) {
    // A step is in one window, however long it takes.
    setSystemTime(Date.now());
    const window = Math.floor(Date.now() / 1000);
    const due = ((Date.now() - startMs) * PER_MACHINE) / 1000;
    for (const [index, { limiter }] of machines.entries()) {
      for (; (sent[index] ?? 0) < due; sent[index] = (sent[index] ?? 0) + 1) {
        asked.add(window);
        if (request(limiter, '10.0.0.1', 'p')) admitted.add(window);
      }
    }
    setSystemTime();
    await Bun.sleep(STEP_MS);
  }
  const calls = await redis.calls();
  for (const { agent } of machines) agent.close();
  await redis.kill();

  const requests = sent.reduce((sum, count) => sum + count, 0);
  const rounds = (calls.get('evalsha') ?? 0) + (calls.get('eval') ?? 0);
  expect(rounds).toBeLessThanOrEqual(requests / 100 + MACHINES);
  const tooEarly = calm.slice(calmBefore).map((window) => {
    expect(admitted.of(window)).toBeLessThanOrEqual(LIMIT);
    return (Math.min(LIMIT, asked.of(window)) - admitted.of(window)) / LIMIT;
  });
  process.stdout.write(
    `${requests} requests, ${rounds} rounds, too early: ${tooEarly.join(', ')}\n`,
  );
  expect(tooEarly.reduce((sum, part) => sum + part, 0) / tooEarly.length).toBeLessThan(0.02);
}, 120_000);
