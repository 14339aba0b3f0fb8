import { limitsOf } from '../config/limits-of.ts';
import { inTime } from '../lib/in-time.ts';
import type { Log } from '../lib/log.ts';
import {
  createLeaseAgent,
  type LeaseAgent,
  type LeaseAgentParts,
  type LeaseStatus,
  type LimitMemory,
} from '../limits/lease/lease-agent.ts';
import { copyLease } from '../limits/lease/lease-memory.ts';
import { copySeed } from '../limits/limit-counters.ts';
import { keyGroups } from '../limits/redis-client.ts';
import type { MachineState } from './machine-state.ts';
import type { SharedWork } from './shared-work.ts';

/** The limits that this machine shares with others. */
export type Leases = {
  readonly use: (work: SharedWork, last: SharedWork) => void;
  /** Empty without Redis. */
  readonly status: () => readonly LeaseStatus[];
  readonly close: () => void;
};

export type LeasesParts = {
  readonly state: MachineState;
  readonly nowMs: () => number;
  readonly log: Log;
};

/** Longer than a machine that joins others waits for its share. */
const READY_MS_MAX = 4000;

/** Resolves when limits are leased, or Redis cannot be used. */
export async function startLeases({ state, nowMs, log }: LeasesParts): Promise<Leases> {
  const { machineId, workers } = state;
  const open = (work: SharedWork) => openLeases(work, { machineId, workers, nowMs, log });
  let agent = open(state.work);
  await inTime(agent.ready, READY_MS_MAX, undefined);
  return {
    use(work, last) {
      copySeed(last.memory.limits, work.memory.limits);
      if (Bun.deepEquals(work.setup.config.redis, last.setup.config.redis)) {
        copyLease(last.memory.lease, work.memory.lease);
        agent.use(limitMemory(work));
        return;
      }
      agent.close();
      agent = open(work);
    },
    status: () => agent.status(),
    close: () => agent.close(),
  };
}

export function openLeases(work: LeasedWork, parts: Omit<LeaseAgentParts, 'groups'>): LeaseAgent {
  const groups = keyGroups(work.setup.config.redis);
  return createLeaseAgent(limitMemory(work), { ...parts, groups });
}

type LeasedWork = Pick<SharedWork, 'setup' | 'memory'>;

function limitMemory({ setup, memory }: LeasedWork): LimitMemory {
  return { limits: limitsOf(setup.config), counters: memory.limits, lease: memory.lease };
}
