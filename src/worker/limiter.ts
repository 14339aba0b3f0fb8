import type { Config } from '../config/config.ts';
import { limitsOf } from '../config/limits-of.ts';
import type { Log } from '../lib/log.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createMachineLimiter } from '../limits/machine-limiter.ts';
import { redisAt } from '../limits/redis-client.ts';
import { createRedisLimiter, type RedisLimiterStatus } from '../limits/redis-limiter.ts';
import type { LimitWatch } from '../limits/watched-limiter.ts';
import type { Memory } from './memory.ts';

export type WorkerLimiter = {
  readonly limiter: Limiter;
  /** null without Redis. */
  readonly redis: () => RedisLimiterStatus | null;
  readonly close: () => void;
};

export type WorkerLimiterParts = {
  readonly config: Config;
  readonly memory: Memory;
  readonly watch: LimitWatch;
  readonly machineId: string;
  readonly nowMs: () => number;
  readonly log: Log;
};

/** The limits of this machine, or those that it shares with others through Redis. */
export function createWorkerLimiter(parts: WorkerLimiterParts): WorkerLimiter {
  const { config, memory, watch, machineId, nowMs, log } = parts;
  const { redisUrl } = config;
  const limits = limitsOf(config);
  const machine = createMachineLimiter(limits, memory.limits, nowMs);
  if (redisUrl === undefined) {
    return { limiter: watch.watched(machine), redis: () => null, close() {} };
  }
  const limiter = createRedisLimiter({
    limits,
    machine,
    share: createMachineLimiter(limits, memory.share, nowMs),
    open: redisAt(redisUrl),
    machineId,
    nowMs,
    log,
  });
  return { limiter: watch.watched(limiter), redis: limiter.status, close: limiter.close };
}
