import type { Limiter, Limits } from '../../src/core/exchange/limiter.ts';
import { createAllowance, createBusyCallers } from '../../src/host/fleet/allowances.ts';
import { startFleet } from '../../src/host/fleet/fleet.ts';
import { LOT_WORDS, mapLots } from '../../src/host/fleet/lot-memory.ts';
import { COUNT_WORDS, mapCounts } from '../../src/host/limits/frequency/count-memory.ts';
import { createMachineLimiter } from '../../src/host/limits/machine-limiter.ts';
import { createLimitWatch } from '../../src/host/limits/watched-limiter.ts';
import { eventually } from '../eventually.ts';
import { AMPLE } from '../limiter.ts';
import { ownCounters } from '../own-counters.ts';

export type Machine = Awaited<ReturnType<typeof startMachine>>;

/** One machine of several that share limits, with memory of its own. */
export async function startMachine(redisUrl: string, some: Partial<Limits> = {}) {
  const limits = { ...AMPLE, ...some };
  const logged: string[] = [];
  const note = (level: string) => (facts: object, message: string) => {
    logged.push(`${level} ${message}${'reason' in facts ? `: ${facts.reason}` : ''}`);
  };
  const memory = {
    limits: ownCounters(limits),
    lots: mapLots(new BigUint64Array(LOT_WORDS)),
    frequency: mapCounts(new BigUint64Array(COUNT_WORDS)),
  };
  const watch = createLimitWatch();
  const busyCallers = createBusyCallers({ limits, memory, workers: 1, watch });
  const fleet = startFleet({
    ...{ redisUrl, memory, machineId: crypto.randomUUID(), nowMs: Date.now },
    globalPerSecond: () => limits.globalPerSecond,
    busyCallers: async () => busyCallers(Date.now()),
    log: { info: note('info'), warn: note('warn') },
  });
  const allowance = createAllowance(memory.lots);
  const limiter = createMachineLimiter(limits, memory.limits, Date.now, allowance);
  await fleet.ready;
  return {
    limiter: watch.watched(limiter),
    fleet,
    counts: memory.frequency,
    /** `info …` or `warn …`, with the reason where there is one. */
    logged: logged as readonly string[],
  };
}

export const isShared = ({ fleet }: Machine) => fleet.status()?.isShared === true;

export const shared = (machine: Machine) => eventually(() => isShared(machine));

/** A whole request: what the exchange does before it validates. */
export function request(limiter: Limiter, ip: string, publisher?: string): boolean {
  const { isAdmitted, state } = limiter.admit(ip);
  return isAdmitted && limiter.settle({ ip, publisher, state }).isAdmitted;
}
