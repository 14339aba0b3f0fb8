/**
 * What a request costs with limits shared through Redis, beside the same request counted on this machine
 * alone. Needs a Redis of its own: REDIS_URL=redis://127.0.0.1:6379 bin/bun bench/redis-limiter.ts
 */

import { ownMemory } from '../../src/limits/limit-counters.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import { redisAt } from '../../src/limits/redis-client.ts';
import { createRedisLimiter } from '../../src/limits/redis-limiter.ts';
import { silentLog } from '../../src/observe/log.ts';

const REQUESTS = 50_000;
/** The cost is measured, not the machine: no request may be decided without Redis. */
const PATIENT_MS = 2000;
const LIMITS = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };

const createOwn = () => createMachineLimiter(LIMITS, ownMemory(LIMITS), Date.now);
const machine = createOwn();
const shared = createRedisLimiter({
  limits: LIMITS,
  machine,
  share: createOwn(),
  open: redisAt(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'),
  machineId: 'bench',
  nowMs: Date.now,
  log: silentLog,
  answerMsMax: PATIENT_MS,
});
await shared.ready;
if (!shared.status().isShared) throw new Error('there is no Redis at REDIS_URL');

/** Wall-clock and CPU microseconds per request, so many at a time. */
async function measure(limiter: Limiter, atATime: number) {
  let left = REQUESTS;
  const client = async () => {
    while (left-- > 0) {
      const ip = `10.0.${left & 255}.1`;
      const { state } = limiter.admit(ip);
      const settled = limiter.settle({ ip, publisher: `publisher-${left & 15}`, state });
      if (settled instanceof Promise) await settled;
    }
  };
  const cpu = process.cpuUsage();
  const start = Bun.nanoseconds();
  await Promise.all(Array.from({ length: atATime }, client));
  const wallUs = (Bun.nanoseconds() - start) / 1000 / REQUESTS;
  const { user, system } = process.cpuUsage(cpu);
  return { wallUs, cpuUs: (user + system) / REQUESTS };
}

const rows = [
  ['this machine alone', machine, 1],
  ['Redis, one at a time', shared, 1],
  ['Redis, 16 at a time', shared, 16],
  ['Redis, 128 at a time', shared, 128],
] as const;
for (const [name, limiter, atATime] of rows) {
  await measure(limiter, atATime);
  const { wallUs, cpuUs } = await measure(limiter, atATime);
  process.stdout.write(
    `${name.padEnd(22)} ${wallUs.toFixed(2).padStart(7)} µs  ${cpuUs.toFixed(2).padStart(7)} µs of this process’s CPU\n`,
  );
}
if (shared.status().decidedByOwnShare > 0) throw new Error('Redis did not decide every request');
shared.close();
