import type { Limiter, Limits, MachineLimiter } from './limiter.ts';
import { createOutageLog, type OutageLogTarget } from './outage-log.ts';
import { createSettle, type RedisCounts, UNREADABLE } from './redis-decisions.ts';
import { createRedisLink, type OpenRedis } from './redis-limiter-link.ts';
import { announceArgs, COUNT_SCRIPT } from './redis-limiter-script.ts';
import { ANSWER_MS_MAX } from './redis-limiter-timing.ts';

export type RedisLimiterStatus = Readonly<RedisCounts> & {
  /** Whether Redis decides; otherwise this machine's share of the limits does. */
  readonly isShared: boolean;
};

export type RedisLimiter = Limiter & {
  readonly status: () => RedisLimiterStatus;
  /** Resolves after the first attempt to reach Redis. */
  readonly ready: Promise<void>;
  readonly close: () => void;
};

export type RedisLimiterParts = {
  readonly limits: Limits;
  /** Enforces the whole limits on this machine before bodies are read. */
  readonly machine: MachineLimiter;
  /** Enforces this machine's share of the limits while Redis is unusable. */
  readonly share: MachineLimiter;
  readonly open: OpenRedis;
  /** The same for all processes of a machine. */
  readonly machineId: string;
  readonly nowMs: () => number;
  readonly log: OutageLogTarget;
  /** How long a request waits for Redis; more than `ANSWER_MS_MAX` only where time does not matter. */
  readonly answerMsMax?: number;
  readonly onChange?: (status: RedisLimiterStatus) => void;
};

/**
 * Limits that several machines share, exact to the request while Redis answers in time. Windows are named by
 * the second on the caller's clock, so the machines' clocks have to agree (NTP).
 */
export function createRedisLimiter(parts: RedisLimiterParts): RedisLimiter {
  const { machine, share, machineId, answerMsMax = ANSWER_MS_MAX } = parts;
  const ready = Promise.withResolvers<void>();
  const outageLog = createOutageLog(parts.log);
  const counts: RedisCounts = {
    machines: 1,
    callsUnderWay: 0,
    decidedByRedis: 0,
    decidedByOwnShare: 0,
    late: 0,
    crowdedOut: 0,
    outages: 0,
  };
  const status = () => ({ isShared: link.usable() !== undefined, ...counts });

  const link = createRedisLink({
    open: parts.open,
    answerMsMax,
    prepare: (connection) => connection.send('SCRIPT', ['LOAD', COUNT_SCRIPT]),
    async beat(connection, isSteady) {
      const announced = Number(await connection.send('EVAL', announceArgs(machineId)));
      if (!Number.isSafeInteger(announced) || announced < 1) throw new Error(UNREADABLE);
      // Right after an outage some machines are still missing, so a smaller number does not count yet.
      counts.machines = isSteady ? announced : Math.max(counts.machines, announced);
      share.shareAmong(counts.machines);
    },
    onChange(reason) {
      if (reason !== undefined) counts.outages++;
      outageLog.change(reason, counts.machines);
      parts.onChange?.(status());
      ready.resolve();
    },
  });

  return {
    admit: machine.admit,
    settle: createSettle({ ...parts, link, counts, answerMsMax }),
    look: (ip) => (link.usable() === undefined ? share : machine).look(ip),
    status,
    ready: ready.promise,
    close() {
      link.close();
      outageLog.close();
    },
  };
}
