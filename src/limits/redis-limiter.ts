import type { Admission, Admitted, Limiter, Limits, MachineLimiter } from './limiter.ts';
import { createOutageLog, type OutageLogTarget } from './outage-log.ts';
import {
  createRedisLink,
  type OpenRedis,
  type RedisConnection,
  reasonOf,
} from './redis-limiter-link.ts';
import { announceArgs, COUNT_SCRIPT, countArgs, readCounts } from './redis-limiter-script.ts';
import { ANSWER_MS_MAX, answerOrLate, LATE } from './redis-limiter-timing.ts';

/** More than Redis answers in the time that anybody waits. */
export const CALLS_UNDER_WAY_MAX = 512;

const UNREADABLE = 'an answer that no script of ours gives';

export type RedisLimiterStatus = {
  /** Whether Redis decides; else this machine's share of the limits does. */
  readonly isShared: boolean;
  /** How many there were when Redis was last asked; at least this one. */
  readonly machines: number;
  readonly callsUnderWay: number;
  readonly decidedByRedis: number;
  readonly decidedByOwnShare: number;
  /** Of those decided by the own share: Redis was asked and did not answer in time. */
  readonly late: number;
  /** Of those decided by the own share: too many calls were under way. */
  readonly crowdedOut: number;
  /** How often Redis became unusable. */
  readonly outages: number;
};

export type RedisLimiter = Limiter & {
  readonly status: () => RedisLimiterStatus;
  /** Resolves once it is known whether Redis is there. */
  readonly ready: Promise<void>;
  readonly close: () => void;
};

export type RedisLimiterParts = {
  readonly limits: Limits;
  /** Protects this machine before bodies are read: the whole limits. */
  readonly machine: MachineLimiter;
  /** Decides without Redis, made with the whole limits too: it is told this machine's share of them. */
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
 * Limits that hold across machines, exact to the request while Redis answers in time. Windows are named by
 * the second on the caller's clock, so the machines' clocks have to agree (NTP).
 */
export function createRedisLimiter(parts: RedisLimiterParts): RedisLimiter {
  const { limits, machine, share, nowMs, answerMsMax = ANSWER_MS_MAX } = parts;
  const ready = Promise.withResolvers<void>();
  const tally = { decidedByRedis: 0, decidedByOwnShare: 0, late: 0, crowdedOut: 0, outages: 0 };
  const outageLog = createOutageLog(parts.log);
  let machines = 1;
  let callsUnderWay = 0;

  const status = () => ({
    isShared: link.usable() !== undefined,
    machines,
    callsUnderWay,
    ...tally,
  });

  const link = createRedisLink({
    open: parts.open,
    answerMsMax,
    prepare: (connection) => connection.send('SCRIPT', ['LOAD', COUNT_SCRIPT]),
    async beat(connection, isSteady) {
      const announced = Number(await connection.send('EVAL', announceArgs(parts.machineId)));
      if (!Number.isSafeInteger(announced) || announced < 1) throw new Error(UNREADABLE);
      // Right after an outage not all machines are back: fewer than before are not believed yet.
      machines = isSteady ? announced : Math.max(machines, announced);
      share.useLimits(shareOf(limits, machines));
    },
    onChange(reason) {
      if (reason !== undefined) tally.outages++;
      outageLog.change(reason, machines);
      parts.onChange?.(status());
      ready.resolve();
    },
  });

  function decideAlone(admitted: Admitted): Admission {
    tally.decidedByOwnShare++;
    const admission = countInShare(admitted);
    if (!admission.isAdmitted) machine.giveBack(admitted);
    return admission;
  }

  function countInShare(admitted: Admitted): Admission {
    const taken = share.admit(admitted.ip);
    return taken.isAdmitted ? share.settle({ ...admitted, state: taken.state }) : taken;
  }

  function ask(connection: RedisConnection, admitted: Admitted, second: number) {
    const isOver = () => void callsUnderWay--;
    callsUnderWay++;
    const call = connection.send('EVALSHA', countArgs(admitted, limits, second));
    call.then(isOver, isOver);
    return answerOrLate(call, answerMsMax);
  }

  async function decideTogether(
    connection: RedisConnection,
    admitted: Admitted,
  ): Promise<Admission> {
    const second = Math.floor(nowMs() / 1000);
    let admission: Admission | undefined;
    try {
      const answer = await ask(connection, admitted, second);
      if (answer === LATE) {
        tally.late++;
        link.suspect();
        return decideAlone(admitted);
      }
      admission = readCounts(answer, limits, second + 1);
      if (admission === undefined) link.fail(connection, UNREADABLE);
    } catch (error) {
      link.fail(connection, reasonOf(error));
    }
    if (admission === undefined) return decideAlone(admitted);
    tally.decidedByRedis++;
    // Uses up the share too, so that a Redis that fails or dawdles does not let everything pass twice.
    if (admission.isAdmitted) countInShare(admitted);
    else machine.giveBack(admitted);
    return admission;
  }

  return {
    admit: machine.admit,
    settle(admitted) {
      const connection = link.usable();
      if (connection === undefined) return decideAlone(admitted);
      if (callsUnderWay < CALLS_UNDER_WAY_MAX) return decideTogether(connection, admitted);
      tally.crowdedOut++;
      return decideAlone(admitted);
    },
    look: (ip) => (link.usable() === undefined ? share : machine).look(ip),
    status,
    ready: ready.promise,
    close() {
      link.close();
      outageLog.close();
    },
  };
}

/** At least one each, or an address on the wrong machine could never call. */
function shareOf(limits: Limits, machines: number): Limits {
  const part = (limit: number) => Math.max(1, Math.floor(limit / machines));
  return {
    globalPerSecond: part(limits.globalPerSecond),
    publisherPerSecond: part(limits.publisherPerSecond),
    ipPerSecond: part(limits.ipPerSecond),
  };
}
