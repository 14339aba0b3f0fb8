import { LINE_BYTES, toWholeLines } from '../../../lib/cache-line.ts';
import { readWord, writeWord } from '../../../lib/window-words.ts';
import { halved } from '../../../lib/word-halves.ts';
import type { LimiterMemory } from '../limit-counters.ts';
import { mixed } from '../name-hash.ts';
import { HOT_RING_BYTES } from './hot-ring.ts';

/** Of the keys in a cluster. */
const GROUPS_MAX = 4;
const BUCKETS = 2 ** 14;
/** Everybody has a bucket of its own, after those that are found by a name. */
export const GLOBAL_BUCKET = BUCKETS;
const WORDS_PER_BUCKET = 5;
const BYTES_PER_WORD = 8;
const LINE_WORDS = LINE_BYTES / BYTES_PER_WORD;
/** The words of groups, which all workers read, and the bucket of everybody, which all write, have lines of their own. */
const BUCKETS_WORD = toWholeLines(GROUPS_MAX * BYTES_PER_WORD) / BYTES_PER_WORD;
const WORDS = BUCKETS_WORD + BUCKETS * WORDS_PER_BUCKET + LINE_WORDS;
const TAG_BYTES = BUCKETS * 4;

export const LEASE_BYTES = WORDS * BYTES_PER_WORD + TAG_BYTES + HOT_RING_BYTES;

export type LeaseMemory = ReturnType<typeof mapLease>;

/**
 * What the supervisor has leased, in memory that the workers read on each request. A bucket has a tag and five words:
 * permits for even and for odd windows, the requests asked in them, and the name. Each of the first four holds its
 * window in the upper half.
 */
export function mapLease({ buffer, byteOffset }: LimiterMemory) {
  const tagsOffset = byteOffset + WORDS * BYTES_PER_WORD;
  return {
    memory: halved(new BigUint64Array(buffer, byteOffset, WORDS)),
    tags: new Uint32Array(buffer, tagsOffset, BUCKETS),
    ring: { buffer, byteOffset: tagsOffset + TAG_BYTES },
  };
}

/** For the memory of a new config: what is leased stays leased. */
export function copyLease(from: LimiterMemory, to: LimiterMemory): void {
  new Uint8Array(to.buffer, to.byteOffset, LEASE_BYTES).set(
    new Uint8Array(from.buffer, from.byteOffset, LEASE_BYTES),
  );
}

/**
 * What this machine knows about the names of one group of keys: the last window for which it knows what the others do,
 * and the number of machines, which is 0 if Redis was never reached.
 */
export function standingOf({ memory }: LeaseMemory, group: number) {
  const { second, count } = readWord(memory, group);
  return { validUntil: second, machines: count };
}

export function setStanding(
  { memory }: LeaseMemory,
  group: number,
  { validUntil, machines }: ReturnType<typeof standingOf>,
): void {
  writeWord(memory, group, validUntil, machines);
}

const permitsWord = (bucket: number, window: number) =>
  BUCKETS_WORD + bucket * WORDS_PER_BUCKET + (window & 1);

export const askedWord = (bucket: number, window: number) => permitsWord(bucket, window) + 2;

/** undefined if the name is not leased in this window. */
export function permitsAt({ memory }: LeaseMemory, bucket: number, window: number) {
  const { second, count } = readWord(memory, permitsWord(bucket, window));
  return second === window ? count : undefined;
}

/** Only the supervisor writes permits. undefined: the name is not leased in this window. */
export function setPermits(
  { memory }: LeaseMemory,
  bucket: number,
  window: number,
  permits: number | undefined,
): void {
  const second = permits === undefined ? 0 : window;
  writeWord(memory, permitsWord(bucket, window), second, permits ?? 0);
}

const EMPTY = 0;
/** Of a bucket that is free again: names behind it may still be found. */
const FREED = 1;
const TAGS_MIN = 2;
const PROBES_MAX = 32;

const nameWord = (bucket: number) => BUCKETS_WORD + bucket * WORDS_PER_BUCKET + 4;

const IP_BIT = 2 ** 44;

/** A name of a scope. Names of addresses and of publishers may be the same number. */
type BucketName = { readonly scope: 'publisher' | 'ip'; readonly name: number };

/**
 * The bucket of the name. One without a bucket takes a free one, which only the supervisor asks for, or none. undefined
 * if it has none, or if every bucket near it is taken.
 */
export function bucketOf(
  { tags, memory: { words } }: LeaseMemory,
  { scope, name }: BucketName,
  otherwise: 'take-bucket' | 'none',
): number | undefined {
  const owner = name + (scope === 'ip' ? IP_BIT : 0);
  const bits = mixed(owner);
  const tag = Math.max(TAGS_MIN, (bits ^ (bits >>> 15)) >>> 0);
  let free: number | undefined;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const bucket = (tag + probe) & (BUCKETS - 1);
    const found = Atomics.load(tags, bucket);
    if (found === tag && Number(Atomics.load(words, nameWord(bucket))) === owner) return bucket;
    if (found < TAGS_MIN) free ??= bucket;
    if (found === EMPTY) break;
  }
  if (otherwise === 'none' || free === undefined) return undefined;
  for (let word = permitsWord(free, 0); word < nameWord(free); word++) {
    Atomics.store(words, word, 0n);
  }
  Atomics.store(words, nameWord(free), BigInt(owner));
  Atomics.store(tags, free, tag);
  return free;
}

export function freeBucket({ tags }: LeaseMemory, bucket: number): void {
  Atomics.store(tags, bucket, FREED);
}
