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
/** An owner word has the second modulo this number, which repeats after twelve days. */
const SECONDS = 2 ** 20;
const SKEW_SEC_MAX = 2;

/**
 * The word of the name's counter. A name without a bucket in this second takes the first free one. Undefined if
 * other names have every bucket that may be probed.
 */
export function counterOf(table: WindowTable, name: number, now: number): number | undefined {
  const { words, firstWord, buckets } = table;
  const owner = (BigInt(now % SECONDS) << NAME_BITS) | BigInt(name);
  const start = mixed(name) >>> 8;
  for (let probe = 0; probe < PROBES_MAX; ) {
    const word = firstWord + ((start + probe) & (buckets - 1)) * WORDS_PER_BUCKET;
    const found = Atomics.load(words, word);
    if (isCurrent(found, now)) {
      if ((found & NAME_MASK) === BigInt(name)) return word + 1;
      probe++;
    } else if (Atomics.compareExchange(words, word, found, owner) === found) {
      return word + 1;
    }
    // Otherwise another process has just taken the bucket, perhaps for the same name: read it again.
  }
  return undefined;
}

/** The word of the name's counter, without taking a bucket for it. */
export function findCounter(table: WindowTable, name: number, now: number): number | undefined {
  const { words, firstWord, buckets } = table;
  const start = mixed(name) >>> 8;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const word = firstWord + ((start + probe) & (buckets - 1)) * WORDS_PER_BUCKET;
    const found = Atomics.load(words, word);
    if (!isCurrent(found, now)) return undefined;
    if ((found & NAME_MASK) === BigInt(name)) return word + 1;
  }
  return undefined;
}

function isCurrent(owner: bigint, now: number): boolean {
  if (owner === 0n) return false;
  const ahead = (Number(owner >> NAME_BITS) - (now % SECONDS) + SECONDS) % SECONDS;
  return ahead <= SKEW_SEC_MAX;
}
