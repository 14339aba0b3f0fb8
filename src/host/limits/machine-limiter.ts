import {
  type Admission,
  type Admitted,
  callerLimit,
  type Limiter,
  type LimitState,
  type Limits,
  publisherLimit,
} from '../../core/exchange/limiter.ts';
import { giveBackAt, takeAt, usedAt } from '../../lib/window-words.ts';
import { type Allowances, type CountedName, WHOLE_LIMITS } from './lease/allowances.ts';
import { publisherKey } from './lease/lease-names.ts';
import { GLOBAL_WORD, type LimiterMemory, mapCounters } from './limit-counters.ts';
import { nameOf } from './name-hash.ts';
import { counterOf, type WindowTable } from './window-table.ts';

/**
 * The limits of one machine, exact across its processes: all counts are in memory that they share. The
 * memory has a fixed size, however many addresses and publishers call. `allowances` says how much of each limit
 * this machine may use.
 */
export function createMachineLimiter(
  limits: Limits,
  given: LimiterMemory,
  nowMs: () => number,
  allowances: Allowances = WHOLE_LIMITS,
): Limiter {
  const { memory, ips, publishers, seed } = mapCounters(limits, given);
  const everybody = { scope: 'global', text: '', name: 0, limit: limits.globalPerSecond } as const;
  const second = () => Math.floor(nowMs() / 1000);

  function callerOf(ip: string): CountedName {
    return { scope: 'ip', text: ip, name: nameOf(ip, seed), limit: callerLimit(limits, ip) };
  }

  function publisherOf(id: string): CountedName {
    const text = publisherKey(id);
    const limit = publisherLimit(limits, id);
    return { scope: 'publisher', text, name: nameOf(text, seed), limit };
  }

  /** How many were admitted with this one; undefined if the limit is reached. */
  function take(table: WindowTable, counted: CountedName, now: number, max: number) {
    const counter = counterOf(table, counted.name, now, 'take-bucket');
    // A name that finds no free bucket is held to the global limit alone.
    const used = counter === undefined ? 0 : takeAt(memory, counter, now, max);
    allowances.note(counted, now, used);
    return used;
  }

  function giveBack({ ip, state }: Admitted): void {
    const taken = state.resetSec - 1;
    const counter = counterOf(ips, nameOf(ip, seed), taken, 'none');
    giveBackAt(memory, GLOBAL_WORD, taken);
    if (counter !== undefined) giveBackAt(memory, counter, taken);
  }

  function globalState(now: number): LimitState {
    const left = allowances.of(everybody, now) - usedAt(memory, GLOBAL_WORD, now);
    return stateOf(everybody, left, now);
  }

  return {
    admit(ip) {
      const now = second();
      const globalMax = allowances.of(everybody, now);
      const total = takeAt(memory, GLOBAL_WORD, now, globalMax);
      allowances.note(everybody, now, total);
      if (total === undefined) return refusedBy(everybody, now);
      const caller = callerOf(ip);
      const ipMax = allowances.of(caller, now);
      const used = take(ips, caller, now, ipMax);
      if (used === undefined) {
        giveBackAt(memory, GLOBAL_WORD, now);
        return refusedBy(caller, now);
      }
      const ipState = stateOf(caller, ipMax - used, now);
      return {
        isAdmitted: true,
        state: tightest(ipState, stateOf(everybody, globalMax - total, now)),
      };
    },
    settle(admitted) {
      const now = second();
      const { state } = admitted;
      if (admitted.publisher === undefined) return { isAdmitted: true, state };
      const publisher = publisherOf(admitted.publisher);
      const max = allowances.of(publisher, now);
      const used = take(publishers, publisher, now, max);
      if (used === undefined) {
        giveBack(admitted);
        return refusedBy(publisher, now);
      }
      const own = state.resetSec === now + 1 ? state : globalState(now);
      return { isAdmitted: true, state: tightest(own, stateOf(publisher, max - used, now)) };
    },
    look(ip) {
      const now = second();
      const caller = callerOf(ip);
      const counter = counterOf(ips, caller.name, now, 'none');
      const used = counter === undefined ? 0 : usedAt(memory, counter, now);
      const ipState = stateOf(caller, allowances.of(caller, now) - used, now);
      return tightest(ipState, globalState(now));
    },
  };
}

/** The state with so many requests left on this machine. */
function stateOf({ scope, limit }: CountedName, left: number, now: number): LimitState {
  return { scope, limit, remaining: Math.max(0, left), resetSec: now + 1 };
}

/** The refusal of a scope that has reached its limit. */
function refusedBy(counted: CountedName, now: number): Admission {
  return { isAdmitted: false, state: stateOf(counted, 0, now) };
}

/** The state with the fewest requests left; of equals, the first. */
function tightest(a: LimitState, b: LimitState): LimitState {
  return b.remaining < a.remaining ? b : a;
}
