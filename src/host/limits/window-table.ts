import {
  exchangeHalves,
  type HalvedWords,
  readHalves,
  type WordHalves,
} from '../../lib/word-halves.ts';
import { mixed } from './name-hash.ts';

/**
 * A hash table of counters by name, in shared memory of a fixed size, with linear probing. A bucket has two words:
 * the owner (a name and a second) and the count. A bucket of an earlier second is free. Within a second no bucket is
 * released, so the first free bucket that a probe meets proves that the name has no bucket yet.
 */
export type WindowTable = HalvedWords & { readonly buckets: number };

export const WORDS_PER_BUCKET = 2;

const BUCKETS_MIN = 1024;
const BUCKETS_MAX = 2 ** 21;

/** Requests of one second take at most half of the buckets, so that probes stay short. */
export function bucketsFor(requestsPerSecond: number): number {
  const wanted = 2 ** Math.ceil(Math.log2(2 * requestsPerSecond));
  return Math.min(Math.max(wanted, BUCKETS_MIN), BUCKETS_MAX);
}

const PROBES_MAX = 128;
/** A name of 44 bits is the lower half of an owner word and the lower bits of its upper half. */
const LOWER_HALF = 2 ** 32;
const UPPER_NAME_BITS = 12;
const UPPER_NAMES = 2 ** UPPER_NAME_BITS;
/** An owner word has its time modulo this number. Seconds repeat after twelve days. */
const TIMES = 2 ** 20;
const SKEW_SEC_MAX = 2;

/**
 * The word of the name's counter. A name without a bucket in this second takes the first free one, or none. Undefined if
 * it has none, or if other names have every bucket that may be probed.
 */
export function counterOf(
  table: WindowTable,
  name: number,
  now: number,
  otherwise: 'take-bucket' | 'none',
): number | undefined {
  const { buckets } = table;
  const start = firstProbe(name);
  for (let probe = 0; probe < PROBES_MAX; ) {
    const word = ((start + probe) & (buckets - 1)) * WORDS_PER_BUCKET;
    const owner = readHalves(table, word);
    if (isCurrent(owner, now)) {
      if (isNamed(owner, name)) return word + 1;
      probe++;
    } else if (otherwise === 'none') {
      return undefined;
    } else if (exchangeHalves(table, word, owner, ownerOf(name, now))) {
      return word + 1;
    }
    // Otherwise another process has just taken the bucket, perhaps for the same name: read it again.
  }
  return undefined;
}

function isCurrent(owner: WordHalves, now: number): boolean {
  return (owner.high !== 0 || owner.low !== 0) && aheadOf(owner, now) <= SKEW_SEC_MAX;
}

/** The owner of a bucket: a name, and a time in whatever unit the table has. */
export function ownerOf(name: number, time: number): WordHalves {
  const high = (time % TIMES) * UPPER_NAMES + Math.floor(name / LOWER_HALF);
  return { high, low: name % LOWER_HALF };
}

export function isNamed({ high, low }: WordHalves, name: number): boolean {
  return low === name % LOWER_HALF && (high & (UPPER_NAMES - 1)) === Math.floor(name / LOWER_HALF);
}

/** How far the owner's time lies ahead. */
export function aheadOf({ high }: WordHalves, time: number): number {
  return ((high >>> UPPER_NAME_BITS) - (time % TIMES) + TIMES) % TIMES;
}

/** The bucket, modulo their number, in which a name is looked for first. */
export function firstProbe(name: number): number {
  return mixed(name) >>> 8;
}
