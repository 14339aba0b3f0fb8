import type { Log } from '../../lib/log.ts';
import type { Database } from '../../lib/sql/database.ts';
import { type Amount, amountOf } from './account.ts';
import { type LeftClaim, releaseUnsold } from './dead-claims.ts';
import { reservedRecord } from './reserved-record.ts';
import type { IndexedSlices } from './slice-index.ts';
import { availableWord, RING_MINUTES, reservedWord, sliceFits } from './slice-memory.ts';

/** The memory of a machine whose supervisor was killed, and its index. */
export type LeftSlices = {
  readonly index: IndexedSlices;
  readonly memory: ArrayBufferLike;
  /** Once nobody needs it any more. Before, nobody else finds it. */
  readonly remove: () => void;
};

/** Looks after such memory of this ledger on this host. undefined: there is none. */
export type FindLeftSlices = () => LeftSlices | undefined;

/** A look opens a file for each machine on this host. The first is at the start: most machines come back. */
const CALLS_PER_LOOK = 3;
/** In one transaction, which others wait for. */
const CLAIMS_MAX = 500;

/**
 * Returns what a machine that was killed had in its slices and had not sold. Others can only wait until all of it could
 * not be billed any more; on the host of that machine its memory tells.
 */
export function createReleaseLeft(find: FindLeftSlices, log: Log) {
  let calls = 0;
  let left: LeftSlices | undefined;
  let claims: readonly LeftClaim[] = [];

  /** To be called about once a second. */
  return async (database: Database, nowMs: number): Promise<void> => {
    if (left === undefined) {
      if (calls++ % CALLS_PER_LOOK !== 0) return;
      left = find();
      if (left === undefined) return;
      claims = closeSlices(left, nowMs);
    }
    const { allocatorId } = left.index;
    const portion = claims.slice(0, CLAIMS_MAX);
    await database.transaction((query) => releaseUnsold(query, allocatorId, portion));
    claims = claims.slice(CLAIMS_MAX);
    if (claims.length > 0) return;
    left.remove();
    log.info({ campaigns: left.index.byteOf.size }, 'returned the budget of a killed machine');
    left = undefined;
    // There may be another.
    calls = 0;
  };
}

/**
 * Empties the slices and says what of each is sold. A worker that has outlived its supervisor may be selling: it adds to what
 * is reserved before it takes, so after the emptying it sells nothing more, and all that it has sold is in the sums.
 */
function closeSlices(
  { index: { byteOf }, memory }: LeftSlices,
  nowMs: number,
): readonly LeftClaim[] {
  const words = new Int32Array(memory);
  const fitting = [...byteOf].filter(([, byte]) => sliceFits(words, byte));
  const wordOf = (byte: number) => byte / Int32Array.BYTES_PER_ELEMENT;
  for (const [, byte] of fitting) {
    amountOf((resource) => Atomics.exchange(words, availableWord(wordOf(byte), resource), 0));
  }
  return fitting.map(([key, byte]): LeftClaim => {
    const reservedIn = (minute: number): Amount =>
      amountOf((resource) => Atomics.load(words, reservedWord(wordOf(byte), resource, minute)));
    const minutes = Array.from({ length: RING_MINUTES }, (_, minute) => reservedIn(minute));
    const reserved = amountOf((resource) => minutes.reduce((sum, one) => sum + one[resource], 0));
    return { key, reserved, record: reservedRecord(reservedIn, nowMs) };
  });
}
