import type { Scope } from '../../../core/exchange/limiter.ts';
import { readWord, usedAt } from '../../../lib/window-words.ts';
import { GLOBAL_WORD, type LimitCounters } from '../limit-counters.ts';
import { nameOf } from '../name-hash.ts';
import { counterOf } from '../window-table.ts';
import { coldPermits, shareOf } from './cold-permits.ts';
import { askedWord, type LeaseMemory, permitsAt, setPermits } from './lease-memory.ts';
import type { LeaseAsk } from './lease-script.ts';

/** A name that callers use on this machine, and that is leased or worth it. */
export type LeasedName = {
  readonly key: string;
  readonly scope: Scope;
  readonly text: string;
  limit: number;
  /** The last window in which a worker told of it. */
  hotIn: number;
  /** The requests of the last windows that are over. */
  readonly asked: number[];
  /** The window before which all are in `asked`. */
  countedTo: number;
  /** The demand reported in this second, and in the one before. */
  report: number;
  reported: number;
};

export type LeaseContext = {
  readonly counters: LimitCounters;
  readonly lease: LeaseMemory;
  readonly machines: number;
  readonly workers: number;
  /** The part of a window between two rounds. */
  readonly round: number;
};

/** A name that is used this much less than what made it hot is not leased any more. */
const COOL_PART = 8;
const HOT_WINDOWS = 10;
const WINDOWS_COUNTED = 10;

export function createLeasedName(
  given: Pick<LeasedName, 'key' | 'scope' | 'text' | 'limit'>,
  window: number,
): LeasedName {
  return { ...given, hotIn: window, asked: [], countedTo: window, report: 0, reported: 0 };
}

/** The most requests in one of the last windows: callers come in bursts. */
function usualDemand({ asked }: LeasedName): number {
  return Math.max(0, ...asked);
}

export function isHot(name: LeasedName, window: number, machines: number): boolean {
  if (name.scope === 'global' || window - name.hotIn < HOT_WINDOWS) return true;
  return usualDemand(name) * COOL_PART >= shareOf(name.limit, machines);
}

/** What to ask about a name in this round. What it gives back is taken from the workers at once. */
export function askAbout(
  name: LeasedName,
  /** undefined while the name is not leased. */
  bucket: number | undefined,
  nowMs: number,
  context: LeaseContext,
): LeaseAsk {
  const { lease, machines, workers, round } = context;
  const window = Math.floor(nowMs / 1000);
  const isNewWindow = name.countedTo < window;
  if (isNewWindow) countWindow(name, bucket, window, context);
  const permits = bucket === undefined ? undefined : permitsAt(lease, bucket, window);
  const ask = {
    name: name.key,
    isWanted: isHot(name, window, machines),
    limit: name.limit,
    heldNext: (bucket !== undefined && permitsAt(lease, bucket, window + 1)) || 0,
    reported: name.reported,
    report: isNewWindow ? name.report : undefined,
  };
  if (bucket === undefined || permits === undefined) return { ...ask, want: 0 };
  const want = planWant({
    elapsed: (nowMs % 1000) / 1000,
    allowed: permits + coldPermits(name.limit, machines),
    used: usedBy(name, window, context),
    asked: usedAt(lease.memory, askedWord(bucket, window), window),
    usual: usualDemand(name),
    round,
    workers,
  });
  if (want >= 0) return { ...ask, want };
  const back = Math.min(-want + workers, permits);
  setPermits(lease, bucket, window, permits - back);
  // A process that has read the old allowance may still admit one more each.
  return { ...ask, want: Math.min(0, workers - back) };
}

function countWindow(
  name: LeasedName,
  bucket: number | undefined,
  window: number,
  context: LeaseContext,
): void {
  // Before it has a bucket, only the requests that were admitted are counted.
  name.asked.push(
    bucket === undefined ? usedBy(name, window, context) : askedIn(context, bucket, window - 1),
  );
  if (name.asked.length > WINDOWS_COUNTED) name.asked.shift();
  name.countedTo = window;
  name.reported = name.report;
  name.report = usualDemand(name);
}

/** The requests of a window that is over, unless a later one has begun in the same word. */
function askedIn({ lease }: LeaseContext, bucket: number, window: number): number {
  const { second, count } = readWord(lease.memory, askedWord(bucket, window));
  return second === window ? count : 0;
}

function usedBy({ scope, text }: LeasedName, window: number, { counters }: LeaseContext): number {
  const { memory, ips, publishers, seed } = counters;
  if (scope === 'global') return usedAt(memory, GLOBAL_WORD, window);
  const table = scope === 'ip' ? ips : publishers;
  const counter = counterOf(table, nameOf(text, seed), window, 'none');
  return counter === undefined ? 0 : usedAt(memory, counter, window);
}

/** The use of a leased name on this machine, in the window that is under way. */
type LeaseUse = {
  /** The part of the window that has passed, from 0 to 1. */
  readonly elapsed: number;
  /** Requests that this machine may admit in this window. */
  readonly allowed: number;
  readonly used: number;
  /** Requests of this window so far, with those that were refused. */
  readonly asked: number;
  /** The most requests in one of the last windows. */
  readonly usual: number;
  /** The part of a window between two rounds. */
  readonly round: number;
  /** Processes that may be about to admit a request each, by an allowance that they have already read. */
  readonly workers: number;
};

/** Before this part of a window nothing is given back: some callers come in bursts. */
const KEEP_UNTIL = 0.6;
/** Requests that come by chance vary by the square root of their number; more than twice that is rare. */
const DEVIATIONS = 2;
/** Permits for so many rounds are wanted: the next one may be late. */
const ROUNDS_AHEAD = 2;
const ESTIMATE_FROM = 0.25;

/** The permits to ask for in this window; fewer than none are to be given back. */
function planWant(use: LeaseUse): number {
  const { elapsed, allowed, used, asked, usual, round, workers } = use;
  const soFar = elapsed >= ESTIMATE_FROM ? asked / elapsed : 0;
  const demand = elapsed < KEEP_UNTIL ? Math.max(usual, soFar) : soFar;
  const left = allowed - used;
  const soon = atMost(demand * Math.min(1 - elapsed, ROUNDS_AHEAD * round));
  if (left < soon) return soon - left;
  if (elapsed < KEEP_UNTIL) return 0;
  const kept = atMost(demand * (1 - elapsed)) + 1;
  return -Math.max(0, left - kept - workers);
}

function atMost(expected: number): number {
  return Math.ceil(expected + DEVIATIONS * Math.sqrt(expected));
}
