import { usedAt } from '../../lib/word-halves.ts';
import type { LimitCounters } from '../limits/limit-counters.ts';
import { nameOf } from '../limits/name-hash.ts';
import { counterOf } from '../limits/window-table.ts';
import { type BusyCaller, isBusy } from './allowances.ts';
import { freePermits, LEASED_NAMES_MAX, type LotMemory } from './lot-memory.ts';

/**
 * Limits that machines share, by windows of one second. A name that is busy on some machine in one second is leased by all
 * machines in the second after the next: its permits are taken in lots, by additions to a count in Redis that ends at the
 * limit. Of a name that is not leased, each machine admits the limit divided by the number of machines.
 */

/** A command of a round, and what becomes of its answer. */
export type Asked = {
  readonly command: readonly [name: string, ...args: (string | number)[]];
  readonly take?: (answer: unknown, nowMs: number) => void;
};

type LotsParts = {
  readonly machineId: string;
  readonly globalPerSecond: () => number;
  readonly counters: LimitCounters;
  readonly lots: LotMemory;
  readonly roundMs: number;
};

const KEY = 'parley:limits';
const MACHINES_KEY = `${KEY}:machines`;
const leasedKey = (window: number) => `${KEY}:leased:${window}`;
const permitsKey = (window: number) => `${KEY}:permits:${window}`;
const demandKey = (window: number) => `${KEY}:demand:${window}`;
const KEYS_SEC = 20;
const FORGOTTEN_MS = 3_600_000;

/** A machine that has not asked for this long counts as gone. */
export const ALIVE_MS = 3000;
/** A machine goes by the largest number of machines in this time: some may just be reconnecting. */
const MACHINES_MS = 4000;
/** After a silence of this length Redis may have lost its memory, and know only the machines that have asked since. */
const SILENCE_MS = 1000;
/** Others have left a machine its share so many windows after it has joined. */
const JOIN_WINDOWS = 2;
/** What was written in one second is read this much after its end: clocks differ, and commands are on their way. */
const SETTLED_MS = 300;
const CLOCK_SEC_MAX = 2;

const EVERYBODY = 'all';

/** The part of the pool that is taken before a window, divided by demand. The rest is taken as it is needed. */
const IN_ADVANCE = 0.8;
/** Permits for so many rounds are held: the next one may be late. */
const ROUNDS_AHEAD = 2;
/** Requests that come by chance vary by the square root of their number; more than twice that is rare. */
const DEVIATIONS = 2;
const ESTIMATE_FROM = 0.25;

type Window = {
  readonly leased: Set<string>;
  /** The names whose pool is empty. */
  readonly spent: Set<string>;
};

export type Lots = ReturnType<typeof createLots>;

/** Decides what the supervisor of a machine asks Redis, and writes what it gets to the memory of the workers. */
export function createLots({ machineId, globalPerSecond, counters, lots, roundMs }: LotsParts) {
  const everybody = () =>
    ({ scope: 'global', text: '', limit: globalPerSecond(), asked: 0 }) as const;
  let callers: ReadonlyMap<string, BusyCaller> = new Map([[EVERYBODY, everybody()]]);
  const windows = new Map<number, Window>();
  /** What all machines asked for in the second before, by name. */
  const demands = new Map<string, number>();
  let toldIn = 0;
  let joinedIn = Number.POSITIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  let mostMs = Number.NEGATIVE_INFINITY;
  const machines = () => Math.max(1, lots.machines());

  function windowAt(window: number): Window {
    for (const earlier of windows.keys()) if (earlier < window - 1) windows.delete(earlier);
    const known = windows.get(window) ?? { leased: new Set(), spent: new Set() };
    windows.set(window, known);
    return known;
  }

  function takeTime(answer: unknown, nowMs: number): void {
    const aheadSec = Math.floor(nowMs / 1000) - Number((answer as readonly unknown[])[0]);
    if (Math.abs(aheadSec) <= CLOCK_SEC_MAX) return;
    const where = aheadSec > 0 ? 'ahead of' : 'behind';
    throw new Error(`the clock of this machine is ${Math.abs(aheadSec)} s ${where} that of Redis`);
  }

  function takeMachines(answer: unknown, window: number, nowMs: number): void {
    const count = Number(answer);
    if (nowMs - askedMs > ALIVE_MS) joinedIn = count > 1 ? window + JOIN_WINDOWS : window;
    if (nowMs - askedMs > SILENCE_MS || count >= lots.machines()) mostMs = nowMs;
    askedMs = nowMs;
    toldIn = window;
    if (count >= lots.machines() || nowMs - mostMs >= MACHINES_MS) {
      lots.setStanding(lots.validUntil(), count);
    }
  }

  function takeLeased(answer: unknown, window: number, sentMs: number, nowMs: number): void {
    const { leased } = windowAt(window);
    for (const key of [EVERYBODY, ...(answer as readonly unknown[]).map(String)]) {
      const named = leased.has(key) ? undefined : readKey(key);
      if (named === undefined || window * 1000 < nowMs - 1000) continue;
      leased.add(key);
      lots.add(named.scope, nameOf(named.text, counters.seed), window, 0);
    }
    if (nowMs < joinedIn * 1000) return;
    // Names of a window that was not read are not known, even where later ones are.
    if (sentMs - SETTLED_MS < (window - 1) * 1000) return;
    lots.setStanding(window, lots.machines());
  }

  function usedBy({ scope, text }: BusyCaller, window: number): number {
    const { everybody, ips, publishers, seed } = counters;
    if (scope === 'global') return usedAt(everybody, 0, window);
    const table = scope === 'ip' ? ips : publishers;
    const word = counterOf(table, nameOf(text, seed), window, 'none');
    return word === undefined ? 0 : usedAt(table, word, window);
  }

  /** The permits to take for the window that is under way. */
  function wantedNow(caller: BusyCaller, held: number, nowMs: number): number {
    const elapsed = (nowMs % 1000) / 1000;
    const used = usedBy(caller, Math.floor(nowMs / 1000));
    const demand = Math.max(caller.asked, used / Math.max(elapsed, ESTIMATE_FROM));
    const ahead = Math.min(1 - elapsed, (ROUNDS_AHEAD * roundMs) / 1000);
    const soon = Math.min(demand, caller.limit) * ahead;
    const left = held + freePermits(caller.limit, machines()) - used;
    return Math.ceil(soon + DEVIATIONS * Math.sqrt(soon)) - left;
  }

  /** The permits to take for the next window: twice what was asked for, and a share of what nobody asks for. */
  function wantedNext(key: string, { asked, limit }: BusyCaller, held: number): number {
    const pool = poolOf(limit);
    const demand = Math.max(asked, demands.get(key) ?? 0);
    const spare = Math.max(0, pool - 2 * demand) / machines();
    const own = demand === 0 ? 0 : Math.min(2 * asked, (pool * asked) / demand);
    return Math.floor(IN_ADVANCE * (spare + own)) - held;
  }

  const poolOf = (limit: number) =>
    Math.max(0, limit - machines() * freePermits(limit, machines()));

  function* lotsAt(window: number, nowMs: number): Generator<Asked> {
    const known = windows.get(window);
    const isNow = window * 1000 <= nowMs;
    for (const [key, caller] of callers) {
      if (known === undefined || !known.leased.has(key) || known.spent.has(key)) continue;
      const { scope, text, limit } = caller;
      const name = nameOf(text, counters.seed);
      const held = lots.permitsOf(scope, name, window) ?? 0;
      const wanted = isNow ? wantedNow(caller, held, nowMs) : wantedNext(key, caller, held);
      if (wanted <= 0) continue;
      yield {
        command: ['HINCRBY', permitsKey(window), key, wanted],
        take(answer, takenMs) {
          const before = Number(answer) - wanted;
          const given = Math.min(wanted, Math.max(0, poolOf(limit) - before));
          if (given < wanted) known.spent.add(key);
          if (takenMs < (window + 1) * 1000) lots.add(scope, name, window, given);
        },
      };
      yield { command: ['EXPIRE', permitsKey(window), KEYS_SEC] };
    }
  }

  /** Once in a window: what this machine asks for, and the names that it wants leased. */
  function* demandAt(window: number): Generator<Asked> {
    const busy: (string | number)[] = [];
    for (const [key, caller] of callers) {
      yield { command: ['HINCRBY', demandKey(window), key, caller.asked] };
      yield {
        command: ['HGET', demandKey(window - 1), key],
        take: (answer) => demands.set(key, Number(answer)),
      };
      if (key !== EVERYBODY && isBusy(caller, machines())) busy.push(0, key);
    }
    yield { command: ['EXPIRE', demandKey(window), KEYS_SEC] };
    if (busy.length > 0) {
      yield { command: ['ZADD', leasedKey(window + 2), ...busy] };
      yield { command: ['EXPIRE', leasedKey(window + 2), KEYS_SEC] };
    }
  }

  return {
    /** What workers have counted lately. */
    note(busy: readonly BusyCaller[]): void {
      const next = new Map<string, BusyCaller>([[EVERYBODY, everybody()]]);
      for (const one of busy) {
        const key = keyOf(one);
        next.set(key, { ...one, asked: one.asked + (next.get(key)?.asked ?? 0) });
      }
      callers = next;
      for (const key of demands.keys()) if (!next.has(key)) demands.delete(key);
    },
    /** The commands of one round. */
    round(nowMs: number): readonly Asked[] {
      const window = Math.floor(nowMs / 1000);
      return [
        { command: ['TIME'], take: takeTime },
        { command: ['ZADD', MACHINES_KEY, nowMs, machineId] },
        { command: ['ZREMRANGEBYSCORE', MACHINES_KEY, '-inf', nowMs - FORGOTTEN_MS] },
        {
          command: ['ZCOUNT', MACHINES_KEY, nowMs - ALIVE_MS, '+inf'],
          take: (answer, takenMs) => takeMachines(answer, window, takenMs),
        },
        {
          command: ['ZRANGE', leasedKey(window + 1), 0, LEASED_NAMES_MAX - 1],
          take: (answer, takenMs) => takeLeased(answer, window + 1, nowMs, takenMs),
        },
        ...lotsAt(window, nowMs),
        ...lotsAt(window + 1, nowMs),
        ...(toldIn < window ? demandAt(window) : []),
      ];
    },
    /** Whether the others have left this machine its share. */
    hasJoined: (nowMs: number) => nowMs >= joinedIn * 1000,
  };
}

/** A name as Redis knows it. */
const keyOf = ({ scope, text }: BusyCaller) =>
  scope === 'global' ? EVERYBODY : `${scope}:${text}`;

function readKey(key: string): Pick<BusyCaller, 'scope' | 'text'> | undefined {
  if (key === EVERYBODY) return { scope: 'global', text: '' };
  const at = key.indexOf(':');
  const scope = key.slice(0, at);
  return scope === 'publisher' || scope === 'ip' ? { scope, text: key.slice(at + 1) } : undefined;
}
