import {
  GLOBAL_WORD,
  type LimitCounters,
  type LimiterMemory,
  mapCounters,
} from './limit-counters.ts';
import {
  type Admission,
  type Admitted,
  callerLimit,
  type LimitState,
  type Limits,
  type MachineLimiter,
  publisherLimit,
  refusedBy,
  stateOf,
  tightest,
} from './limiter.ts';
import { nameOf } from './name-hash.ts';
import { counterOf, findCounter } from './window-table.ts';
import { giveBackAt, takeAt, usedAt } from './window-words.ts';

/**
 * The limits of one machine, exact across its processes: all counts are in memory that they share. The
 * memory has a fixed size, however many addresses and publishers call.
 */
export function createMachineLimiter(
  limits: Limits,
  memory: LimiterMemory,
  nowMs: () => number,
): MachineLimiter {
  const counters = mapCounters(limits, memory);
  let machines = 1;
  const counting: Counting = {
    ...counters,
    limits,
    /** At least one: an address must be able to call whichever machine it reaches. */
    share: (limit) => Math.max(1, Math.floor(limit / machines)),
  };
  const second = () => Math.floor(nowMs() / 1000);
  return {
    admit: (ip) => admit(counting, ip, second()),
    settle: (admitted) => settle(counting, admitted, second()),
    look: (ip) => look(counting, ip, second()),
    giveBack: (admitted) => giveBack(counters, admitted),
    shareAmong(count) {
      machines = count;
    },
  };
}

type Counting = LimitCounters & {
  readonly limits: Limits;
  /** The part of a limit that this machine enforces. */
  readonly share: (limit: number) => number;
};

function admit({ words, ips, seed, limits, share }: Counting, ip: string, now: number): Admission {
  const globalMax = share(limits.globalPerSecond);
  const total = takeAt(words, GLOBAL_WORD, now, globalMax);
  if (total === undefined) return refusedBy('global', globalMax, now + 1);
  const ipMax = share(callerLimit(limits, ip));
  const counter = counterOf(ips, nameOf(ip, seed), now);
  // A name that finds no free slot is held to the global limit alone.
  const used = counter === undefined ? 0 : takeAt(words, counter, now, ipMax);
  if (used === undefined) {
    giveBackAt(words, GLOBAL_WORD, now);
    return refusedBy('ip', ipMax, now + 1);
  }
  const ipState = stateOf('ip', ipMax, used, now + 1);
  const globalState = stateOf('global', globalMax, total, now + 1);
  return { isAdmitted: true, state: tightest(ipState, globalState) };
}

function settle(counting: Counting, admitted: Admitted, now: number): Admission {
  const { words, publishers, seed, limits, share } = counting;
  const { publisher, state } = admitted;
  if (publisher === undefined) return { isAdmitted: true, state };
  const publisherMax = share(publisherLimit(limits, publisher));
  const counter = counterOf(publishers, nameOf(publisher, seed), now);
  const used = counter === undefined ? 0 : takeAt(words, counter, now, publisherMax);
  if (used === undefined) {
    giveBack(counting, admitted);
    return refusedBy('publisher', publisherMax, now + 1);
  }
  const own = state.resetSec === now + 1 ? state : globalState(counting, now);
  return {
    isAdmitted: true,
    state: tightest(own, stateOf('publisher', publisherMax, used, now + 1)),
  };
}

function giveBack({ words, ips, seed }: LimitCounters, { ip, state }: Admitted): void {
  const taken = state.resetSec - 1;
  const counter = findCounter(ips, nameOf(ip, seed), taken);
  giveBackAt(words, GLOBAL_WORD, taken);
  if (counter !== undefined) giveBackAt(words, counter, taken);
}

function look(counting: Counting, ip: string, now: number): LimitState {
  const { words, ips, seed, limits, share } = counting;
  const counter = findCounter(ips, nameOf(ip, seed), now);
  const used = counter === undefined ? 0 : usedAt(words, counter, now);
  const ipState = stateOf('ip', share(callerLimit(limits, ip)), used, now + 1);
  return tightest(ipState, globalState(counting, now));
}

function globalState({ words, limits, share }: Counting, now: number): LimitState {
  return stateOf('global', share(limits.globalPerSecond), usedAt(words, GLOBAL_WORD, now), now + 1);
}
