import {
  type Admission,
  type Admitted,
  callerLimit,
  type Limiter,
  type LimitState,
  type Limits,
  publisherLimit,
  type Scope,
} from '../../core/exchange/limiter.ts';
import { giveBackAt, takeAt, usedAt } from '../../lib/word-halves.ts';
import type { LimitCounters } from './limit-counters.ts';
import { nameOf, publisherName } from './name-hash.ts';
import { counterOf, type WindowTable } from './window-table.ts';

/** A counter of a limit. */
export type CountedName = {
  readonly scope: Scope;
  /** The address or the id of the publisher as a number; 0 for everybody. */
  readonly name: number;
  readonly limit: number;
};

/** How many requests of a name this machine may admit in a window. */
export type Allowance = (counted: CountedName, window: number) => number;

/** A machine that shares its limits with no other. */
export const wholeLimit: Allowance = ({ limit }) => limit;

/**
 * The limits of one machine, exact across its processes: all counts are in memory that they share. The
 * memory has a fixed size, however many addresses and publishers call.
 */
export function createMachineLimiter(
  limits: Limits,
  { everybody: total, ips, publishers, seed }: LimitCounters,
  nowMs: () => number,
  allowanceOf: Allowance = wholeLimit,
): Limiter {
  const everybody = { scope: 'global', name: 0, limit: limits.globalPerSecond } as const;
  const second = () => Math.floor(nowMs() / 1000);

  function callerOf(ip: string): CountedName {
    return { scope: 'ip', name: nameOf(ip, seed), limit: callerLimit(limits, ip) };
  }

  function publisherOf(id: string): CountedName {
    const name = nameOf(publisherName(id), seed);
    return { scope: 'publisher', name, limit: publisherLimit(limits, id) };
  }

  /** How many were admitted with this one; undefined if the limit is reached. */
  function take(table: WindowTable, counted: CountedName, now: number, max: number) {
    const counter = counterOf(table, counted.name, now, 'take-bucket');
    // A name that finds no free bucket is held to the global limit alone.
    return counter === undefined ? 0 : takeAt(table, counter, now, max);
  }

  function giveBack({ ip, state }: Admitted): void {
    const taken = state.resetSec - 1;
    const counter = counterOf(ips, nameOf(ip, seed), taken, 'none');
    giveBackAt(total, 0, taken);
    if (counter !== undefined) giveBackAt(ips, counter, taken);
  }

  function globalState(now: number): LimitState {
    const left = allowanceOf(everybody, now) - usedAt(total, 0, now);
    return stateOf(everybody, left, now);
  }

  return {
    admit(ip) {
      const now = second();
      const globalMax = allowanceOf(everybody, now);
      const totalUsed = takeAt(total, 0, now, globalMax);
      if (totalUsed === undefined) return refusedBy(everybody, now);
      const caller = callerOf(ip);
      const ipMax = allowanceOf(caller, now);
      const used = take(ips, caller, now, ipMax);
      if (used === undefined) {
        giveBackAt(total, 0, now);
        return refusedBy(caller, now);
      }
      const ipState = stateOf(caller, ipMax - used, now);
      return {
        isAdmitted: true,
        state: tightest(ipState, stateOf(everybody, globalMax - totalUsed, now)),
      };
    },
    settle(admitted) {
      const now = second();
      const { state } = admitted;
      if (admitted.publisher === undefined) return { isAdmitted: true, state };
      const publisher = publisherOf(admitted.publisher);
      const max = allowanceOf(publisher, now);
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
      const used = counter === undefined ? 0 : usedAt(ips, counter, now);
      const ipState = stateOf(caller, allowanceOf(caller, now) - used, now);
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
