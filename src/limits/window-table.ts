import { mixed } from './name-hash.ts';
import type { WindowWords } from './window-words.ts';

/**
 * A hash table of counters by name, in shared memory of a fixed size, with linear probing. A bucket has two words:
 * the owner (a name and a second) and the count. A bucket of an earlier second is free. Within a second no bucket is
 * released, so the first free bucket that a probe meets proves that the name has no bucket yet.
 */
export type WindowTable = {
  readonly words: WindowWords;
  readonly firstWord: number;
  readonly buckets: number;
};

export const WORDS_PER_BUCKET = 2;

const BUCKETS_MIN = 1024;
const BUCKETS_MAX = 2 ** 21;

/** Requests of one second take at most half of the buckets, so that probes stay short. */
export function bucketsFor(requestsPerSecond: number): number {
  const wanted = 2 ** Math.ceil(Math.log2(2 * requestsPerSecond));
  return Math.min(Math.max(wanted, BUCKETS_MIN), BUCKETS_MAX);
}

const PROBES_MAX = 128;
const NAME_BITS = 44n;
const NAME_MASK = (1n << NAME_BITS) - 1n;
/** An owner word has its time modulo this number. Seconds repeat after twelve days. */
const TIMES = 2 ** 20;
const SKEW_SEC_MAX = 2;

/**
 * The word of the name's counter. A name without a bucket in this second takes the first free one, or none. Undefined if
 * it has none, or if other names have every bucket that may be probed.
 */
export function counterOf(
  { words, firstWord, buckets }: WindowTable,
  name: number,
  now: number,
  otherwise: 'take-bucket' | 'none',
): number | undefined {
  const owner = ownerOf(name, now);
  const start = firstProbe(name);
  for (let probe = 0; probe < PROBES_MAX; ) {
    const word = firstWord + ((start + probe) & (buckets - 1)) * WORDS_PER_BUCKET;
    const found = Atomics.load(words, word);
    if (isCurrent(found, now)) {
      if (isNamed(found, name)) return word + 1;
      probe++;
    } else if (otherwise === 'none') {
      return undefined;
    } else if (Atomics.compareExchange(words, word, found, owner) === found) {
      return word + 1;
    }
    // Otherwise another process has just taken the bucket, perhaps for the same name: read it again.
  }
  return undefined;
}

function isCurrent(owner: bigint, now: number): boolean {
  return owner !== 0n && aheadOf(owner, now) <= SKEW_SEC_MAX;
}

/** The owner of a bucket: a name, and a time in whatever unit the table has. */
export function ownerOf(name: number, time: number): bigint {
  return (BigInt(time % TIMES) << NAME_BITS) | BigInt(name);
}

export function isNamed(owner: bigint, name: number): boolean {
  return (owner & NAME_MASK) === BigInt(name);
}

/** How far the owner's time lies ahead. */
export function aheadOf(owner: bigint, time: number): number {
  return (Number(owner >> NAME_BITS) - (time % TIMES) + TIMES) % TIMES;
}

/** The bucket, modulo their number, in which a name is looked for first. */
export function firstProbe(name: number): number {
  return mixed(name) >>> 8;
}
