import { afterAll, expect, setSystemTime, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { createWindows } from '../fleet/traffic.ts';
import { cleanUp } from '../process.ts';
import { createCalmWindows } from '../redis/calm-windows.ts';
import { type Machine, request, shared, startMachine } from '../redis/machine.ts';
import { startRedis } from '../redis/redis-server.ts';

afterAll(cleanUp);

const MACHINES = 4;
const PER_MACHINE = 1000;
const LIMIT = MACHINES * PER_MACHINE;
/** Of the limit: so much is refused at most although another machine has permits left. */
const TOO_EARLY_MAX = 0.01;
/**
 * A process without CPU, or a Redis without, refuses more in that window. So this is of the median, and windows are
 * waited for; `test/fleet/early.test.ts` has the mean of all windows on a clock of its own.
 */
const WINDOWS_MIN = 4;
const WINDOWS_MAX = 60;
/** Steps in which a timer sends what is due. */
const STEP_MS = 5;

test('4 machines of 1,000 requests a second ask a real Redis once for 100 requests, and keep to the limit', async () => {
  const redis = await startRedis();
  const limits = { globalPerSecond: LIMIT, publisherPerSecond: LIMIT, ipPerSecond: LIMIT };
  const machines: Machine[] = [];
  for (let i = 0; i < MACHINES; i++) machines.push(await startMachine(redis.url, limits));
  for (const machine of machines) await shared(machine);
  const { calm, look } = createCalmWindows(machines);
  await eventually(look);

  const asked = createWindows();
  const admitted = createWindows();
  const calmBefore = calm.length;
  const tooEarly = () =>
    calm
      .slice(calmBefore)
      .map((one) => (Math.min(LIMIT, asked.of(one)) - admitted.of(one)) / LIMIT);
  const refusesLittle = () => {
    const parts = tooEarly();
    const good = parts.filter((part) => part < TOO_EARLY_MAX);
    return parts.length >= WINDOWS_MIN && good.length > parts.length / 2;
  };
  const sent = machines.map(() => 0);
  const startMs = Date.now();
  await redis.command('CONFIG', 'RESETSTAT');
  for (; !refusesLittle() && calm.length < calmBefore + WINDOWS_MAX; look()) {
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
  // No round follows the last request.
  for (const { fleet } of machines) fleet.close();
  const calls = await redis.calls();
  await redis.kill();

  const requests = sent.reduce((sum, count) => sum + count, 0);
  const rounds = calls.get('zcount') ?? 0;
  expect(rounds).toBeLessThanOrEqual(requests / 100 + MACHINES);
  for (const window of calm.slice(calmBefore)) {
    expect(admitted.of(window)).toBeLessThanOrEqual(LIMIT);
  }
  process.stdout.write(
    `${requests} requests, ${rounds} rounds, too early: ${tooEarly().join(', ')}\n`,
  );
  expect(refusesLittle()).toBeTrue();
});
