import { nameOf } from '../name-hash.ts';
import type { HotName } from './hot-ring.ts';
import {
  freeBucket,
  GLOBAL_BUCKET,
  type LeaseMemory,
  permitsAt,
  setPermits,
  setStanding,
  standingOf,
  takeBucket,
} from './lease-memory.ts';
import { EVERYBODY, leaseName, readLeaseName } from './lease-names.ts';
import type { LeaseAnswer, LeaseQuestion } from './lease-script.ts';
import {
  askAbout,
  createLeasedName,
  isHot,
  type LeasedName,
  type MappedLimits,
} from './leased-name.ts';

/** Names that one machine asks about in one round. */
const NAMES_MAX = 256;
/** A machine goes by the largest number of machines in this time: some may just be reconnecting. */
const MACHINES_MS = 4000;
/** After a silence of this length Redis may have lost its memory, and know only the machines that have asked since. */
const SILENCE_MS = 1000;

export type LeaseGroupParts = {
  /** The number of the group, and the tag of its keys. */
  readonly group: number;
  readonly tag: string;
  readonly machineId: string;
  readonly workers: number;
  /** The part of a window between two rounds. */
  readonly round: number;
  /** Whether the limit for everybody is leased through this group. */
  readonly hasGlobalLimit: boolean;
};

/** Decides what a machine asks Redis about one group of keys, and writes the answers to the memory of the workers. */
export type LeaseGroup = {
  /** Takes note of a name with many requests. */
  readonly heat: (hot: HotName, nowMs: number) => void;
  readonly question: (memory: MappedLimits, nowMs: number) => LeaseQuestion;
  readonly apply: (
    memory: MappedLimits,
    answer: LeaseAnswer,
    asked: LeaseQuestion,
    nowMs: number,
  ) => void;
};

type GroupState = LeaseGroupParts & {
  /** The names that are asked about, by their names in Redis. */
  readonly names: Map<string, LeasedName>;
  /** The buckets of the names that are leased on any machine. */
  readonly buckets: Map<string, number>;
  readonly counts: MachineCount[];
};

type MachineCount = { readonly atMs: number; readonly machines: number };

export function createLeaseGroup(parts: LeaseGroupParts): LeaseGroup {
  const state: GroupState = { ...parts, names: new Map(), buckets: new Map(), counts: [] };
  if (parts.hasGlobalLimit) {
    // Each question has the limit of the current config.
    const everybody = { key: EVERYBODY, scope: 'global', text: '', limit: 0 } as const;
    state.names.set(EVERYBODY, createLeasedName(everybody, 0));
    state.buckets.set(EVERYBODY, GLOBAL_BUCKET);
  }
  return {
    heat: (...given) => heat(state, ...given),
    question: (...given) => question(state, ...given),
    apply: (...given) => apply(state, ...given),
  };
}

function heat({ names }: GroupState, { scope, text, limit }: HotName, nowMs: number): void {
  const key = leaseName(scope, text);
  const window = Math.floor(nowMs / 1000);
  const known = names.get(key);
  if (known !== undefined) {
    known.limit = limit;
    known.hotIn = window;
  } else if (names.size < NAMES_MAX) {
    names.set(key, createLeasedName({ key, scope, text, limit }, window));
  }
}

function question(state: GroupState, memory: MappedLimits, nowMs: number): LeaseQuestion {
  const { group, tag, machineId, workers, round, names, buckets } = state;
  const { limits, counters, lease } = memory;
  const window = Math.floor(nowMs / 1000);
  const machines = Math.max(1, standingOf(lease, group).machines);
  for (const [key, name] of names) {
    if (key === EVERYBODY) name.limit = limits.globalPerSecond;
    if (!isHot(name, window, machines) && !buckets.has(key)) names.delete(key);
  }
  const context = { counters, lease, machines, workers, round };
  const asks = [...names.values()].map((name) => askAbout(name, nowMs, context));
  return { tag, machineId, window, asks };
}

function apply(
  state: GroupState,
  memory: MappedLimits,
  answer: LeaseAnswer,
  asked: LeaseQuestion,
  nowMs: number,
): void {
  const { group, buckets } = state;
  const { lease } = memory;
  const current = Math.floor(nowMs / 1000);
  // Windows up to the second after Redis's own are known: see NOTICE_SEC. There are words for two windows.
  const known = Math.min(answer.sec, asked.window, current) + 1;
  assignBuckets(buckets, memory, answer.leased, current);
  for (let window = current; window <= known; window++) {
    markLeased(buckets, lease, answer.leased, window);
  }
  for (const [index, { name }] of asked.asks.entries()) {
    const bucket = buckets.get(name);
    const grant = answer.grants[index];
    if (bucket === undefined || grant === undefined) continue;
    if (asked.window >= current) addPermits(lease, bucket, asked.window, grant.now);
    if (asked.window + 1 >= current) addPermits(lease, bucket, asked.window + 1, grant.next);
  }
  const { machines, validUntil: last } = standingOf(lease, group);
  const answered = { atMs: nowMs, machines: Math.max(answer.machines, answer.machinesNext) };
  // The others leave this machine its share from `ownSince` on. Until then it counts as one without Redis.
  const validUntil = current >= answer.ownSince ? Math.max(last, known) : last;
  setStanding(lease, group, { validUntil, machines: largestCount(state, answered, machines) });
}

type Buckets = GroupState['buckets'];
type LeasedSpans = LeaseAnswer['leased'];

/** Gives each name that is leased a bucket, and frees those of names that are no longer leased. */
function assignBuckets(
  buckets: Buckets,
  { lease, counters }: MappedLimits,
  leased: LeasedSpans,
  current: number,
): void {
  for (const key of leased.keys()) {
    const named = buckets.has(key) ? undefined : readLeaseName(key);
    if (named === undefined) continue;
    const { scope, text } = named;
    const bucket = takeBucket(lease, { scope, name: nameOf(text, counters.seed) });
    if (bucket !== undefined) buckets.set(key, bucket);
  }
  for (const [key, bucket] of buckets) {
    const { to } = leased.get(key) ?? { to: -1 };
    if (bucket === GLOBAL_BUCKET || to >= current) continue;
    buckets.delete(key);
    freeBucket(lease, bucket);
  }
}

/** A name that is leased in a window has permits for it, even if there are none. */
function markLeased(
  buckets: Buckets,
  lease: LeaseMemory,
  leased: LeasedSpans,
  window: number,
): void {
  for (const [key, bucket] of buckets) {
    const { from, to } = leased.get(key) ?? { from: 0, to: -1 };
    const isMarked = permitsAt(lease, bucket, window) !== undefined;
    const isLeased = from <= window && window <= to;
    if (isLeased !== isMarked) setPermits(lease, bucket, window, isLeased ? 0 : undefined);
  }
}

function addPermits(lease: LeaseMemory, bucket: number, window: number, granted: number): void {
  const held = permitsAt(lease, bucket, window);
  if (granted > 0 && held !== undefined) setPermits(lease, bucket, window, held + granted);
}

/** The largest number of machines in the last seconds; `before` is the one that this machine went by until now. */
function largestCount({ counts }: GroupState, answered: MachineCount, before: number): number {
  const { atMs } = answered;
  const last = counts.at(-1);
  if (last !== undefined && atMs - last.atMs > SILENCE_MS) counts.push({ atMs, machines: before });
  counts.push(answered);
  while (counts.length > 0 && (counts[0]?.atMs ?? 0) < atMs - MACHINES_MS) counts.shift();
  return Math.max(...counts.map(({ machines }) => machines));
}
