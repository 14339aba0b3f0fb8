import type { Limiter, Limits } from '../../src/core/exchange/limiter.ts';
import { createLeasedAllowances } from '../../src/host/limits/lease/allowances.ts';
import { createLeaseAgent, type LeaseAgent } from '../../src/host/limits/lease/lease-agent.ts';
import { LEASE_BYTES } from '../../src/host/limits/lease/lease-memory.ts';
import { ownMemory } from '../../src/host/limits/limit-counters.ts';
import { createMachineLimiter } from '../../src/host/limits/machine-limiter.ts';
import { type KeyGroup, keyGroups, type RedisConfig } from '../../src/host/limits/redis-client.ts';
import { eventually } from '../eventually.ts';
import { AMPLE } from '../limiter.ts';

export type Machine = {
  readonly limiter: Limiter;
  readonly agent: LeaseAgent;
  /** `info …` or `warn …`, with the reason where there is one. */
  readonly logged: readonly string[];
};

/** One machine of several that share limits, with memory of its own. */
export async function startMachine(
  redis: RedisConfig | readonly KeyGroup[],
  limits: Partial<Limits> = {},
): Promise<Machine> {
  const all = { ...AMPLE, ...limits };
  const logged: string[] = [];
  const note = (level: string) => (facts: object, message: string) => {
    logged.push(`${level} ${message}${'reason' in facts ? `: ${facts.reason}` : ''}`);
  };
  const counters = ownMemory(all);
  const lease = { buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 };
  const groups = 'kind' in redis ? keyGroups(redis) : redis;
  const agent = createLeaseAgent(
    { limits: all, counters, lease },
    {
      groups,
      machineId: crypto.randomUUID(),
      workers: 1,
      nowMs: Date.now,
      log: { info: note('info'), warn: note('warn') },
    },
  );
  const allowances = createLeasedAllowances(lease, groups.length);
  const limiter = createMachineLimiter(all, counters, Date.now, allowances);
  await agent.ready;
  return { limiter, agent, logged };
}

/** Whether the limits of every server are shared. */
export const isShared = ({ agent }: Machine) => agent.status().every((one) => one.isShared);

export const shared = (machine: Machine) => eventually(() => isShared(machine));

/** A whole request: what the exchange does before it validates. */
export function request(limiter: Limiter, ip: string, publisher?: string): boolean {
  const { isAdmitted, state } = limiter.admit(ip);
  return isAdmitted && limiter.settle({ ip, publisher, state }).isAdmitted;
}
