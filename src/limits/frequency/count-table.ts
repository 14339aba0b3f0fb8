import {
  aheadOf,
  firstProbe,
  isNamed,
  ownerOf,
  type WindowTable,
  WORDS_PER_BUCKET,
} from '../window-table.ts';

/**
 * Buckets that belong to a name for hours or days, in the same layout as those of one second. The time in an owner is
 * the one until which the bucket is its. As buckets become free at different times, a name is looked for in every bucket
 * that it may have; one that nobody has ever had ends the search.
 */

const PROBES_MAX = 32;
const TICK_SEC = 512;
/** Longer than any count is kept: an owner whose time is further ahead is one of the past. */
const KEPT_TICKS_MAX = 2 ** 13;
const ATTEMPTS_MAX = 100;

const tickOf = (sec: number) => Math.floor(sec / TICK_SEC);

/** The word of the name's counter, if it has a bucket. */
export function findCounter(table: WindowTable, name: number, nowSec: number): number | undefined {
  const { words, firstWord, buckets } = table;
  const start = firstProbe(name);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const word = firstWord + ((start + probe) & (buckets - 1)) * WORDS_PER_BUCKET;
    const owner = Atomics.load(words, word);
    if (owner === 0n) return undefined;
    if (isNamed(owner, name) && isKept(owner, nowSec)) return word + 1;
  }
  return undefined;
}

/**
 * The word of the name's counter, which is its until `untilSec` at least. If every bucket that it may have belongs to
 * others, it gets the one that would have become free first.
 */
export function takeCounter(
  table: WindowTable,
  name: number,
  { nowSec, untilSec }: { readonly nowSec: number; readonly untilSec: number },
): number | undefined {
  const { words } = table;
  const owner = ownerOf(name, tickOf(untilSec) + 1);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const { word, found, kind } = bucketFor(table, name, nowSec);
    if (kind === 'own' && aheadOf(found, tickOf(nowSec)) >= aheadOf(owner, tickOf(nowSec))) {
      return word + 1;
    }
    // Otherwise another process has just taken the bucket, perhaps for the same name: look again.
    if (Atomics.compareExchange(words, word, found, owner) !== found) continue;
    // The count of a bucket that was free is of a time that has passed, and is read as nothing.
    if (kind === 'of-another') Atomics.store(words, word + 1, 0n);
    return word + 1;
  }
  return undefined;
}

type BucketFound = {
  readonly word: number;
  readonly found: bigint;
  readonly kind: 'own' | 'free' | 'of-another';
};

/** The name's own bucket, else the first free one, else the one that becomes free first. */
function bucketFor(table: WindowTable, name: number, nowSec: number): BucketFound {
  const { words, firstWord, buckets } = table;
  const start = firstProbe(name);
  let best: BucketFound | undefined;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const word = firstWord + ((start + probe) & (buckets - 1)) * WORDS_PER_BUCKET;
    const found = Atomics.load(words, word);
    const isTaken = isKept(found, nowSec);
    if (isTaken && isNamed(found, name)) return { word, found, kind: 'own' };
    if (best?.kind !== 'free' && (!isTaken || endsBefore(found, best, nowSec))) {
      best = { word, found, kind: isTaken ? 'of-another' : 'free' };
    }
    if (found === 0n) break;
  }
  if (best === undefined) throw new Error('a table without buckets');
  return best;
}

function endsBefore(owner: bigint, best: BucketFound | undefined, nowSec: number): boolean {
  const now = tickOf(nowSec);
  return best === undefined || aheadOf(owner, now) < aheadOf(best.found, now);
}

function isKept(owner: bigint, nowSec: number): boolean {
  return owner !== 0n && aheadOf(owner, tickOf(nowSec)) <= KEPT_TICKS_MAX;
}
