import type { Limits } from '../../../core/exchange/limiter.ts';
import { nameOf } from '../name-hash.ts';
import type { HotName } from './hot-ring.ts';
import {
  bucketOf,
  freeBucket,
  GLOBAL_BUCKET,
  type LeaseMemory,
  permitsAt,
  setPermits,
  setStanding,
  standingOf,
} from './lease-memory.ts';
import { EVERYBODY, leaseName, readLeaseName } from './lease-names.ts';
import type { LeaseAnswer, LeaseQuestion } from './lease-script.ts';
import {
  askAbout,
  createLeasedName,
  isHot,
  type LeaseContext,
  type LeasedName,
} from './leased-name.ts';

/** Names that one machine asks about in one round. */
const NAMES_MAX = 256;
/** A machine goes by the largest number of machines in this time: some may just be reconnecting. */
const MACHINES_MS = 4000;
/** After a silence of this length Redis may have lost its memory, and know only the machines that have asked since. */
const SILENCE_MS = 1000;

/** The memory of one config, mapped. */
export type MappedLimits = Pick<LeaseContext, 'counters' | 'lease'> & { readonly limits: Limits };

export type LeaseGroup = ReturnType<typeof createLeaseGroup>;

/** Decides what a machine asks Redis about one group of keys, and writes the answers to the memory of the workers. */
export function createLeaseGroup({
  group,
  tag,
  machineId,
  hasGlobalLimit,
  workers,
  round,
}: Pick<LeaseContext, 'workers' | 'round'> & {
  /** The number of the group, and the tag of its keys. */
  readonly group: number;
  readonly tag: string;
  readonly machineId: string;
  /** Whether the limit for everybody is leased through this group. */
  readonly hasGlobalLimit: boolean;
}) {
  /** The names that are asked about, by their names in Redis. */
  const names = new Map<string, LeasedName>();
  /** The buckets of the names that are leased on any machine. */
  const buckets: Buckets = new Map();
  const largestCount = createLargestCount();
  if (hasGlobalLimit) {
    // Each question has the limit of the current config.
    const everybody = { key: EVERYBODY, scope: 'global', text: '', limit: 0 } as const;
    names.set(EVERYBODY, createLeasedName(everybody, 0));
    buckets.set(EVERYBODY, GLOBAL_BUCKET);
  }
  return {
    /** Takes note of a name with many requests. */
    heat({ scope, text, limit }: HotName, nowMs: number): void {
      const key = leaseName(scope, text);
      const window = Math.floor(nowMs / 1000);
      const known = names.get(key);
      if (known !== undefined) {
        known.limit = limit;
        known.hotIn = window;
      } else if (names.size < NAMES_MAX) {
        names.set(key, createLeasedName({ key, scope, text, limit }, window));
      }
    },
    question({ limits, counters, lease }: MappedLimits, nowMs: number): LeaseQuestion {
      const window = Math.floor(nowMs / 1000);
      const machines = Math.max(1, standingOf(lease, group).machines);
      for (const [key, name] of names) {
        if (key === EVERYBODY) name.limit = limits.globalPerSecond;
        if (!isHot(name, window, machines) && !buckets.has(key)) names.delete(key);
      }
      const context = { counters, lease, machines, workers, round };
      const asks = [...names].map(([key, name]) =>
        askAbout(name, buckets.get(key), nowMs, context),
      );
      return { tag, machineId, window, asks };
    },
    apply(memory: MappedLimits, answer: LeaseAnswer, asked: LeaseQuestion, nowMs: number): void {
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
      const { machines: before, validUntil: last } = standingOf(lease, group);
      const answered = Math.max(answer.machines, answer.machinesNext);
      // The others leave this machine its share from `ownSince` on. Until then it counts as one without Redis.
      const validUntil = current >= answer.ownSince ? Math.max(last, known) : last;
      setStanding(lease, group, { validUntil, machines: largestCount(nowMs, answered, before) });
    },
  };
}

type Buckets = Map<string, number>;
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
    const name = nameOf(named.text, counters.seed);
    const bucket = bucketOf(lease, { scope: named.scope, name }, 'take-bucket');
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
function markLeased(buckets: Buckets, lease: LeaseMemory, leased: LeasedSpans, window: number) {
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
function createLargestCount() {
  const counts: { readonly atMs: number; readonly machines: number }[] = [];
  return (atMs: number, answered: number, before: number): number => {
    const last = counts.at(-1);
    if (last !== undefined && atMs - last.atMs > SILENCE_MS) {
      counts.push({ atMs, machines: before });
    }
    counts.push({ atMs, machines: answered });
    while ((counts[0]?.atMs ?? atMs) < atMs - MACHINES_MS) counts.shift();
    return Math.max(...counts.map(({ machines }) => machines));
  };
}
