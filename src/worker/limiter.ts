import type { Config } from '../config/config.ts';
import { limitsOf } from '../config/limits-of.ts';
import { createLeasedAllowances, WHOLE_LIMITS } from '../limits/lease/allowances.ts';
import { mapLease, standingOf } from '../limits/lease/lease-memory.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createMachineLimiter } from '../limits/machine-limiter.ts';
import { keyGroups } from '../limits/redis-client.ts';
import type { LimitWatch } from '../limits/watched-limiter.ts';
import type { Memory } from './memory.ts';

export type WorkerLimiter = {
  readonly limiter: Limiter;
  /** Whether every limit is shared with the other machines; undefined without Redis. */
  readonly isShared: () => boolean | undefined;
};

export type WorkerLimiterParts = {
  readonly config: Config;
  readonly memory: Memory;
  readonly watch: LimitWatch;
  readonly nowMs: () => number;
};

/** The limits of this machine, or those that the supervisor leases for it. */
export function createWorkerLimiter(parts: WorkerLimiterParts): WorkerLimiter {
  const { config, memory, watch, nowMs } = parts;
  const groups = keyGroups(config.redis).length;
  const limits = limitsOf(config);
  const allowances = groups === 0 ? WHOLE_LIMITS : createLeasedAllowances(memory.lease, groups);
  const lease = mapLease(memory.lease);
  const isGroupShared = (group: number) =>
    standingOf(lease, group).validUntil >= Math.floor(nowMs() / 1000);
  return {
    limiter: watch.watched(createMachineLimiter(limits, memory.limits, nowMs, allowances)),
    isShared: () =>
      groups === 0
        ? undefined
        : Array.from({ length: groups }, (_, group) => group).every(isGroupShared),
  };
}
