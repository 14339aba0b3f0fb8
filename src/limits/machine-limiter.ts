import { type Allowances, type CountedName, WHOLE_LIMITS } from './lease/allowances.ts';
import { publisherKey } from './lease/lease-names.ts';
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
  type Limiter,
  type LimitState,
  type Limits,
  publisherLimit,
  type Scope,
} from './limiter.ts';
import { nameOf } from './name-hash.ts';
import { counterOf, findCounter, type WindowTable } from './window-table.ts';
import { giveBackAt, takeAt, usedAt } from './window-words.ts';

/**
 * The limits of one machine, exact across its processes: all counts are in memory that they share. The
 * memory has a fixed size, however many addresses and publishers call. `allowances` says how much of each limit
 * this machine may use.
 */
export function createMachineLimiter(
  limits: Limits,
  memory: LimiterMemory,
  nowMs: () => number,
  allowances: Allowances = WHOLE_LIMITS,
): Limiter {
  const everybody = { scope: 'global', text: '', name: 0, limit: limits.globalPerSecond } as const;
  const counting: Counting = { ...mapCounters(limits, memory), limits, allowances, everybody };
  const second = () => Math.floor(nowMs() / 1000);
  return {
    admit: (ip) => admit(counting, ip, second()),
    settle: (admitted) => settle(counting, admitted, second()),
    look: (ip) => look(counting, ip, second()),
  };
}

type Counting = LimitCounters & {
  readonly limits: Limits;
  readonly allowances: Allowances;
  readonly everybody: CountedName;
};

function admit(counting: Counting, ip: string, now: number): Admission {
  const { words, ips, allowances, everybody } = counting;
  const globalMax = allowances.of(everybody, now);
  const total = takeAt(words, GLOBAL_WORD, now, globalMax);
  allowances.note(everybody, now, total);
  if (total === undefined) return refusedBy('global', everybody.limit, now + 1);
  const caller = callerOf(counting, ip);
  const ipMax = allowances.of(caller, now);
  const used = takeNamed(counting, ips, caller, { now, max: ipMax });
  if (used === undefined) {
    giveBackAt(words, GLOBAL_WORD, now);
    return refusedBy('ip', caller.limit, now + 1);
  }
  const ipState = stateOf('ip', caller.limit, ipMax - used, now + 1);
  const globalState = stateOf('global', everybody.limit, globalMax - total, now + 1);
  return { isAdmitted: true, state: tightest(ipState, globalState) };
}

function settle(counting: Counting, admitted: Admitted, now: number): Admission {
  const { publishers, allowances } = counting;
  const { state } = admitted;
  if (admitted.publisher === undefined) return { isAdmitted: true, state };
  const publisher = publisherOf(counting, admitted.publisher);
  const publisherMax = allowances.of(publisher, now);
  const used = takeNamed(counting, publishers, publisher, { now, max: publisherMax });
  if (used === undefined) {
    giveBack(counting, admitted);
    return refusedBy('publisher', publisher.limit, now + 1);
  }
  const own = state.resetSec === now + 1 ? state : globalState(counting, now);
  const left = publisherMax - used;
  return {
    isAdmitted: true,
    state: tightest(own, stateOf('publisher', publisher.limit, left, now + 1)),
  };
}

/** How many were admitted with this one; undefined if the limit is reached. */
function takeNamed(
  { words, allowances }: Counting,
  table: WindowTable,
  counted: CountedName,
  { now, max }: { readonly now: number; readonly max: number },
): number | undefined {
  const counter = counterOf(table, counted.name, now);
  // A name that finds no free bucket is held to the global limit alone.
  const used = counter === undefined ? 0 : takeAt(words, counter, now, max);
  allowances.note(counted, now, used);
  return used;
}

function giveBack({ words, ips, seed }: LimitCounters, { ip, state }: Admitted): void {
  const taken = state.resetSec - 1;
  const counter = findCounter(ips, nameOf(ip, seed), taken);
  giveBackAt(words, GLOBAL_WORD, taken);
  if (counter !== undefined) giveBackAt(words, counter, taken);
}

function look(counting: Counting, ip: string, now: number): LimitState {
  const { words, ips, allowances } = counting;
  const caller = callerOf(counting, ip);
  const counter = findCounter(ips, caller.name, now);
  const used = counter === undefined ? 0 : usedAt(words, counter, now);
  const ipState = stateOf('ip', caller.limit, allowances.of(caller, now) - used, now + 1);
  return tightest(ipState, globalState(counting, now));
}

function globalState({ words, allowances, everybody }: Counting, now: number): LimitState {
  const left = allowances.of(everybody, now) - usedAt(words, GLOBAL_WORD, now);
  return stateOf('global', everybody.limit, left, now + 1);
}

function callerOf({ limits, seed }: Counting, ip: string): CountedName {
  return { scope: 'ip', text: ip, name: nameOf(ip, seed), limit: callerLimit(limits, ip) };
}

function publisherOf({ limits, seed }: Counting, id: string): CountedName {
  const text = publisherKey(id);
  return { scope: 'publisher', text, name: nameOf(text, seed), limit: publisherLimit(limits, id) };
}

/** The state with so many requests left on this machine. */
function stateOf(scope: Scope, limit: number, left: number, resetSec: number): LimitState {
  return { scope, limit, remaining: Math.max(0, left), resetSec };
}

/** The refusal of a scope that has reached its limit. */
function refusedBy(scope: Scope, limit: number, resetSec: number): Admission {
  return { isAdmitted: false, state: stateOf(scope, limit, 0, resetSec) };
}

/** The state with the fewest requests left; of equals, the first. */
function tightest(a: LimitState, b: LimitState): LimitState {
  return b.remaining < a.remaining ? b : a;
}
