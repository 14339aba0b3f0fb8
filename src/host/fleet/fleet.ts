import { inTime } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import type { CountMemory } from '../limits/frequency/count-memory.ts';
import type { LimitCounters } from '../limits/limit-counters.ts';
import type { BusyCaller } from './allowances.ts';
import type { LotMemory } from './lot-memory.ts';
import { createLots } from './lots.ts';
import { ROUND_MS, type Send, startRedis } from './redis.ts';
import { createSales } from './sales.ts';

type FleetParts = {
  /** undefined: this machine shares nothing with others. */
  readonly redisUrl: string | undefined;
  readonly machineId: string;
  readonly globalPerSecond: () => number;
  readonly memory: {
    readonly limits: LimitCounters;
    readonly lots: LotMemory;
    readonly frequency: CountMemory;
  };
  /** What the workers have counted lately. */
  readonly busyCallers: () => Promise<readonly BusyCaller[]>;
  readonly nowMs: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** A machine that joins waits so long at most until the others have left it its share. */
const READY_MS_MAX = 4000;
/** A sale is known to the other machines after so many rounds of each, at most. */
const SALES_EVERY = 5;
const CALLERS_EVERY = 3;

export type Fleet = ReturnType<typeof startFleet>;

/** What this machine shares with others through Redis: limits, and sales under frequency caps. No request waits for it. */
export function startFleet(parts: FleetParts) {
  const { redisUrl, machineId, globalPerSecond, memory, busyCallers, nowMs, log } = parts;
  if (redisUrl === undefined) return ALONE;
  const { limits: counters, lots: held } = memory;
  const lots = createLots({
    ...{ machineId, globalPerSecond, counters },
    lots: held,
    roundMs: ROUND_MS,
  });
  const tellSales = createSales(memory.frequency, machineId, nowMs);
  const joined = Promise.withResolvers<void>();
  let rounds = 0;
  let isAsking = false;

  async function noteCallers(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    lots.note(await busyCallers().finally(() => (isAsking = false)));
  }

  async function round(send: Send): Promise<void> {
    if (rounds % CALLERS_EVERY === 0) void noteCallers();
    const asked = lots.round(nowMs());
    const answers = asked.map(({ command }) => send(...command));
    const sales = rounds++ % SALES_EVERY === 0 ? tellSales(send) : undefined;
    const [taken] = await Promise.all([Promise.all(answers), sales]);
    for (const [index, answer] of taken.entries()) asked[index]?.take?.(answer, nowMs());
    if (lots.hasJoined(nowMs())) joined.resolve();
  }

  const redis = startRedis({
    url: redisUrl,
    round: (send) =>
      round(send).catch((error) => {
        joined.resolve();
        throw error;
      }),
    log,
  });
  return {
    /** Resolves when the others have left this machine its share, or Redis cannot be used. */
    ready: inTime(joined.promise, READY_MS_MAX, undefined),
    /** undefined: this machine shares nothing. */
    status: () => ({
      server: redis.server,
      /** Otherwise this machine keeps to its share of each limit. */
      isShared: held.validUntil() >= Math.floor(nowMs() / 1000),
      machines: Math.max(1, held.machines()),
      rounds,
      reason: redis.reason(),
    }),
    close: redis.close,
  };
}

const ALONE = { ready: Promise.resolve(), status: () => undefined, close() {} };
