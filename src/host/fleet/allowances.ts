import {
  callerLimit,
  type Limits,
  publisherLimit,
  type Scope,
} from '../../core/exchange/limiter.ts';
import type { LimitCounters } from '../limits/limit-counters.ts';
import type { Allowance } from '../limits/machine-limiter.ts';
import { nameOf } from '../limits/name-hash.ts';
import type { LimitWatch } from '../limits/watched-limiter.ts';
import { freePermits, type LotMemory, shareOf } from './lot-memory.ts';

/** Reads from shared memory what the supervisor has taken: no request waits for Redis. */
export function createAllowance(lots: LotMemory): Allowance {
  return ({ scope, name, limit }, window) => {
    const machines = lots.machines();
    if (machines <= 1) return limit;
    const permits = lots.permitsOf(scope, name, window);
    return permits === undefined
      ? shareOf(limit, machines)
      : permits + freePermits(limit, machines);
  };
}

/** A name with many requests on this machine. */
export type BusyCaller = {
  readonly scope: Scope;
  readonly text: string;
  readonly limit: number;
  /** The most requests in one of the last seconds, with those that were refused. */
  readonly asked: number;
};

/** A name of which a machine sees this part of its share in a window is leased. */
const BUSY_PART = 4;

export const isBusy = ({ limit, asked }: BusyCaller, machines: number): boolean =>
  asked * BUSY_PART >= shareOf(limit, machines);

type BusyParts = {
  readonly limits: Limits;
  readonly memory: {
    readonly limits: Pick<LimitCounters, 'seed'>;
    readonly lots: LotMemory;
  };
  readonly workers: number;
  readonly watch: Pick<LimitWatch, 'peaks'>;
};

/** What the supervisor has to know of the requests that one worker counts: the names that are leased, or that should be. */
export function createBusyCallers({ limits, memory, workers, watch }: BusyParts) {
  const { lots } = memory;
  const { seed } = memory.limits;
  const limitOf = {
    global: () => limits.globalPerSecond,
    publisher: (name: string) => publisherLimit(limits, name),
    ip: (name: string) => callerLimit(limits, name),
  };
  return (nowMs: number): readonly BusyCaller[] => {
    const machines = Math.max(1, lots.machines());
    const window = Math.floor(nowMs / 1000);
    return watch.peaks(nowMs).flatMap(({ scope, name: text, peak }) => {
      const limit = limitOf[scope](text);
      const caller = { scope, text, limit, asked: peak };
      const isLeased = lots.permitsOf(scope, nameOf(text, seed), window) !== undefined;
      return isLeased || isBusy({ ...caller, asked: peak * workers }, machines) ? caller : [];
    });
  };
}
