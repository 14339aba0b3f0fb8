import { inTime } from '../../lib/in-time.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { limitsOf } from '../config/limits-of.ts';
import { createLeaseAgent, type LimitMemory } from '../limits/lease/lease-agent.ts';
import { copyLease } from '../limits/lease/lease-memory.ts';
import { copySeed } from '../limits/limit-counters.ts';
import { keyGroups } from '../limits/redis-client.ts';
import type { Work } from '../worker/work.ts';

/** Longer than a machine that joins others waits for its share. */
const READY_MS_MAX = 4000;

/** The limits that this machine shares with others. Resolves when they are leased, or Redis cannot be used. */
export async function startLeases(first: Work, { nowMs, log }: Pick<Runtime, 'nowMs' | 'log'>) {
  const open = (work: Work) => {
    const { machineId, workers } = work.assignment;
    const groups = keyGroups(work.setup.config.redis);
    return createLeaseAgent(limitMemory(work), { machineId, workers, groups, nowMs, log });
  };
  let agent = open(first);
  await inTime(agent.ready, READY_MS_MAX, undefined);
  return {
    use(work: Work, last: Work): void {
      copySeed(last.memory.limits, work.memory.limits);
      if (Bun.deepEquals(work.setup.config.redis, last.setup.config.redis)) {
        copyLease(last.memory.lease, work.memory.lease);
        agent.use(limitMemory(work));
        return;
      }
      agent.close();
      agent = open(work);
    },
    /** Empty without Redis. */
    status: () => agent.status(),
    close: () => agent.close(),
  };
}

function limitMemory({ setup, memory }: Work): LimitMemory {
  return { limits: limitsOf(setup.config), counters: memory.limits, lease: memory.lease };
}
