import type { Admission, Admitted, Limits, MachineLimiter } from './limiter.ts';
import { type RedisConnection, type RedisLink, reasonOf } from './redis-limiter-link.ts';
import { countArgs, readCounts } from './redis-limiter-script.ts';
import { answerOrLate, LATE } from './redis-limiter-timing.ts';

/** More calls than Redis answers in the time that a request waits. */
export const CALLS_UNDER_WAY_MAX = 512;

export const UNREADABLE = 'an answer that none of the scripts returns';

/** What a limiter on Redis has counted about itself. */
export type RedisCounts = {
  /** How many machines there were when Redis was last asked; at least this one. */
  machines: number;
  callsUnderWay: number;
  decidedByRedis: number;
  decidedByOwnShare: number;
  /** Of those decided by the own share: Redis was asked and did not answer in time. */
  late: number;
  /** Of those decided by the own share: too many calls were under way. */
  crowdedOut: number;
  /** How often Redis became unusable. */
  outages: number;
};

export type DecisionParts = {
  readonly limits: Limits;
  readonly machine: MachineLimiter;
  readonly share: MachineLimiter;
  readonly link: RedisLink;
  readonly counts: RedisCounts;
  readonly answerMsMax: number;
  readonly nowMs: () => number;
};

export type Settle = (admitted: Admitted) => Admission | Promise<Admission>;

/** Lets Redis decide about each request while it is usable, and this machine's share of the limits otherwise. */
export function createSettle(parts: DecisionParts): Settle {
  const { link, counts } = parts;
  return (admitted) => {
    const connection = link.usable();
    if (connection === undefined) return decideAlone(parts, admitted);
    if (counts.callsUnderWay < CALLS_UNDER_WAY_MAX) {
      return decideTogether(parts, connection, admitted);
    }
    counts.crowdedOut++;
    return decideAlone(parts, admitted);
  };
}

function decideAlone({ machine, share, counts }: DecisionParts, admitted: Admitted): Admission {
  counts.decidedByOwnShare++;
  const admission = countInShare(share, admitted);
  if (!admission.isAdmitted) machine.giveBack(admitted);
  return admission;
}

function countInShare(share: MachineLimiter, admitted: Admitted): Admission {
  const taken = share.admit(admitted.ip);
  return taken.isAdmitted ? share.settle({ ...admitted, state: taken.state }) : taken;
}

async function decideTogether(
  parts: DecisionParts,
  connection: RedisConnection,
  admitted: Admitted,
): Promise<Admission> {
  const { limits, machine, share, link, counts } = parts;
  const second = Math.floor(parts.nowMs() / 1000);
  let admission: Admission | undefined;
  try {
    const answer = await ask(parts, connection, countArgs(admitted, limits, second));
    if (answer === LATE) {
      counts.late++;
      link.suspect();
      return decideAlone(parts, admitted);
    }
    admission = readCounts(answer, admitted, limits, second + 1);
    if (admission === undefined) link.fail(connection, UNREADABLE);
  } catch (error) {
    link.fail(connection, reasonOf(error));
  }
  if (admission === undefined) return decideAlone(parts, admitted);
  counts.decidedByRedis++;
  // The share counts the request too: if Redis fails in this second, the limit is not granted a second time.
  if (admission.isAdmitted) countInShare(share, admitted);
  else machine.giveBack(admitted);
  return admission;
}

function ask({ counts, answerMsMax }: DecisionParts, connection: RedisConnection, args: string[]) {
  const isOver = () => {
    counts.callsUnderWay--;
  };
  counts.callsUnderWay++;
  const call = connection.send('EVALSHA', args);
  call.then(isOver, isOver);
  return answerOrLate(call, answerMsMax);
}
