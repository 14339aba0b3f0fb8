import type { Scope } from '../../../core/exchange/limiter.ts';
import { takeAt } from '../../../lib/window-words.ts';
import type { LimiterMemory } from '../limit-counters.ts';
import { coldPermits, shareOf } from './cold-permits.ts';
import { createHotWriter } from './hot-ring.ts';
import {
  askedWord,
  bucketOf,
  GLOBAL_BUCKET,
  mapLease,
  permitsAt,
  standingOf,
} from './lease-memory.ts';
import { EVERYBODY, groupOf } from './lease-names.ts';

/** A counter of a limit, as the limiter of a machine knows it. */
export type CountedName = {
  readonly scope: Scope;
  /** The address, the key of the publisher, or nothing. */
  readonly text: string;
  /** `text` as a number. */
  readonly name: number;
  readonly limit: number;
};

/** How much of a limit this machine may use. */
export type Allowances = {
  readonly of: (counted: CountedName, window: number) => number;
  /** Told of each request: how many were admitted in this window, with this one; undefined for one that was refused. */
  readonly note: (counted: CountedName, window: number, used: number | undefined) => void;
};

/** A machine that shares its limits with no other. */
export const WHOLE_LIMITS: Allowances = { of: ({ limit }) => limit, note() {} };

/** A name of which a machine admits this part of its share in a window is worth leasing. */
const HOT_PART = 4;

/** What the supervisor has leased for this machine, read from shared memory. Nobody waits for Redis. */
export function createLeasedAllowances(memory: LimiterMemory, groups: number): Allowances {
  const lease = mapLease(memory);
  const tell = createHotWriter(lease.ring);
  const globalGroup = groupOf(EVERYBODY, groups);
  const groupFor = ({ scope, text }: CountedName) =>
    scope === 'global' ? globalGroup : groupOf(text, groups);
  const bucketFor = ({ scope, name }: CountedName) =>
    scope === 'global' ? GLOBAL_BUCKET : bucketOf(lease, { scope, name }, 'none');

  return {
    of(counted, window) {
      const { validUntil, machines } = standingOf(lease, groupFor(counted));
      if (machines <= 1) return counted.limit;
      const bucket = bucketFor(counted);
      const permits = bucket === undefined ? undefined : permitsAt(lease, bucket, window);
      const share = shareOf(counted.limit, machines);
      if (permits === undefined) return share;
      const leased = permits + coldPermits(counted.limit, machines);
      return validUntil < window ? Math.max(share, leased) : leased;
    },
    note(counted, window, used) {
      const bucket = bucketFor(counted);
      if (bucket !== undefined) {
        takeAt(lease.memory, askedWord(bucket, window), window, Number.MAX_SAFE_INTEGER);
      }
      const { scope, text, limit } = counted;
      if (scope === 'global' || used === undefined) return;
      const permits = bucket === undefined ? undefined : permitsAt(lease, bucket, window);
      const { machines } = standingOf(lease, groupFor(counted));
      if (machines <= 1) return;
      const hotAt = Math.ceil(shareOf(limit, machines) / HOT_PART);
      if (used === (permits === undefined ? hotAt : 1)) tell({ scope, text, limit });
    },
  };
}
