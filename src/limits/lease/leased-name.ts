import { GLOBAL_WORD, type LimitCounters } from '../limit-counters.ts';
import type { Limits, Scope } from '../limiter.ts';
import { nameOf } from '../name-hash.ts';
import { findCounter } from '../window-table.ts';
import { readWord, usedAt } from '../window-words.ts';
import { coldPermits, shareOf } from './cold-permits.ts';
import {
  askedWord,
  findBucket,
  GLOBAL_BUCKET,
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
  /** The requests of the last windows that are over. */
  readonly asked: number[];
  /** The window before which all are in `asked`. */
  countedTo: number;
  /** The demand reported in this second, and in the one before. */
  report: number;
  reported: number;
};

/** The memory of one config, mapped. */
export type MappedLimits = {
  readonly limits: Limits;
  readonly counters: LimitCounters;
  readonly lease: LeaseMemory;
};

export type LeaseContext = Omit<MappedLimits, 'limits'> & {
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
export function askAbout(name: LeasedName, nowMs: number, context: LeaseContext): LeaseAsk {
  const { lease, machines, workers, round } = context;
  const window = Math.floor(nowMs / 1000);
  const bucket = bucketOf(name, context);
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
    asked: usedAt(lease.words, askedWord(bucket, window), window),
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

function bucketOf(
  { scope, text }: LeasedName,
  { lease, counters }: LeaseContext,
): number | undefined {
  if (scope === 'global') return GLOBAL_BUCKET;
  return findBucket(lease, { scope, name: nameOf(text, counters.seed) });
}

function countWindow(
  name: LeasedName,
  bucket: number | undefined,
  window: number,
  context: LeaseContext,
): void {
  // Before it has a bucket, only the requests that were admitted are counted.
  name.asked.push(
    bucket === undefined
      ? usedBy(name, window, context)
      : askedIn(context.lease, bucket, window - 1),
  );
  if (name.asked.length > WINDOWS_COUNTED) name.asked.shift();
  name.countedTo = window;
  name.reported = name.report;
  name.report = usualDemand(name);
}

/** The requests of a window that is over, unless a later one has begun in the same word. */
function askedIn({ words }: LeaseMemory, bucket: number, window: number): number {
  const { second, count } = readWord(words, askedWord(bucket, window));
  return second === window ? count : 0;
}

function usedBy({ scope, text }: LeasedName, window: number, { counters }: LeaseContext): number {
  const { words, ips, publishers, seed } = counters;
  if (scope === 'global') return usedAt(words, GLOBAL_WORD, window);
  const table = scope === 'ip' ? ips : publishers;
  const counter = findCounter(table, nameOf(text, seed), window);
  return counter === undefined ? 0 : usedAt(words, counter, window);
}
