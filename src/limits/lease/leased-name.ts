import { GLOBAL_WORD, type LimitCounters } from '../limit-counters.ts';
import type { Scope } from '../limiter.ts';
import { nameOf } from '../name-hash.ts';
import { findCounter } from '../window-table.ts';
import { usedAt } from '../window-words.ts';
import { coldPermits, shareOf } from './cold-permits.ts';
import { createDemand, type Demand } from './demand.ts';
import {
  askedWord,
  findSlot,
  GLOBAL_SLOT,
  type LeaseMemory,
  permitsAt,
  setPermits,
} from './lease-memory.ts';
import type { LeaseAsk } from './lease-script.ts';
import { planWant } from './plan-want.ts';

/** A name that callers use on this machine, and that is leased or worth it. */
export type LeasedName = {
  readonly key: string;
  readonly scope: Scope;
  readonly text: string;
  limit: number;
  /** The last window in which a worker told of it. */
  hotIn: number;
  readonly demand: Demand;
  /** The window that was last added to the demand. */
  countedTo: number;
  /** The demand reported in this second, and in the one before. */
  report: number;
  reported: number;
};

export type LeaseContext = {
  readonly memory: LeaseMemory;
  readonly counters: LimitCounters;
  readonly workers: number;
  /** The part of a window between two rounds. */
  readonly round: number;
};

/** A name that is used this much less than what made it hot is not leased any more. */
const COOL_PART = 8;
const HOT_WINDOWS = 10;

export function createLeasedName(
  given: Pick<LeasedName, 'key' | 'scope' | 'text' | 'limit'>,
  window: number,
): LeasedName {
  const counted = { countedTo: window, report: 0, reported: 0 };
  return { ...given, ...counted, hotIn: window, demand: createDemand() };
}

export function slotOf(name: LeasedName, { memory, counters }: LeaseContext): number | undefined {
  if (name.scope === 'global') return GLOBAL_SLOT;
  return findSlot(memory, { scope: name.scope, name: nameOf(name.text, counters.seed) });
}

export function isHot(name: LeasedName, window: number, machines: number): boolean {
  if (name.scope === 'global' || window - name.hotIn < HOT_WINDOWS) return true;
  return name.demand.usual() * COOL_PART >= shareOf(name.limit, machines);
}

/** What to ask about a name in this round. What it gives back is taken from the workers at once. */
export function askAbout(
  name: LeasedName,
  nowMs: number,
  machines: number,
  context: LeaseContext,
): LeaseAsk {
  const { memory, workers, round } = context;
  const window = Math.floor(nowMs / 1000);
  const slot = slotOf(name, context);
  const isNewWindow = name.countedTo < window;
  if (isNewWindow) countWindow(name, slot, window, context);
  const permits = slot === undefined ? undefined : permitsAt(memory, slot, window);
  const ask = {
    name: name.key,
    isWanted: isHot(name, window, machines),
    limit: name.limit,
    heldNext: (slot !== undefined && permitsAt(memory, slot, window + 1)) || 0,
    reported: name.reported,
    report: isNewWindow ? name.report : undefined,
  };
  if (slot === undefined || permits === undefined) return { ...ask, want: 0 };
  const want = planWant({
    elapsed: (nowMs % 1000) / 1000,
    allowed: permits + coldPermits(name.limit, machines),
    used: usedBy(name, window, context),
    asked: usedAt(memory.words, askedWord(slot, window), window),
    usual: name.demand.usual(),
    round,
    workers,
  });
  if (want >= 0) return { ...ask, want };
  const back = Math.min(-want + workers, permits);
  setPermits(memory, slot, window, permits - back);
  // A process that has read the old allowance may still admit one more each.
  return { ...ask, want: Math.min(0, workers - back) };
}

function countWindow(
  name: LeasedName,
  slot: number | undefined,
  window: number,
  context: LeaseContext,
): void {
  const last = window - 1;
  const asked = slot === undefined ? 0 : askedIn(context.memory, slot, last);
  // Before it has a slot, only the requests that were admitted are counted.
  name.demand.add(Math.max(asked, slot === undefined ? usedBy(name, window, context) : 0));
  name.countedTo = window;
  name.reported = name.report;
  name.report = name.demand.usual();
}

/** The requests of a window that is over, unless a later one has begun in the same word. */
function askedIn({ words }: LeaseMemory, slot: number, window: number): number {
  const word = Atomics.load(words, askedWord(slot, window));
  return Number(word >> 32n) === window ? Number(word & 0xffffffffn) : 0;
}

function usedBy({ scope, text }: LeasedName, window: number, { counters }: LeaseContext): number {
  const { words, ips, publishers, seed } = counters;
  if (scope === 'global') return usedAt(words, GLOBAL_WORD, window);
  const table = scope === 'ip' ? ips : publishers;
  const counter = findCounter(table, nameOf(text, seed), window);
  return counter === undefined ? 0 : usedAt(words, counter, window);
}
