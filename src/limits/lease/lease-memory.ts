import type { LimiterMemory } from '../limit-counters.ts';
import { mixed } from '../name-hash.ts';
import { readWord, type WindowWords, writeWord } from '../window-words.ts';
import { HOT_RING_BYTES } from './hot-ring.ts';

/**
 * What the supervisor has leased, in memory that the workers read on each request. A bucket has a tag and five words:
 * permits for even and for odd windows, the requests asked in them, and the name. Each of the first four holds its
 * window in the upper half.
 */
export type LeaseMemory = {
  readonly words: WindowWords;
  readonly tags: Uint32Array<ArrayBufferLike>;
  readonly ring: LimiterMemory;
};

/** Of the keys in a cluster. */
const GROUPS_MAX = 4;
const BUCKETS = 2 ** 14;
/** Everybody has a bucket of its own, after those that are found by a name. */
export const GLOBAL_BUCKET = BUCKETS;
const WORDS_PER_BUCKET = 5;
const BUCKETS_WORD = GROUPS_MAX;
const WORDS = BUCKETS_WORD + (BUCKETS + 1) * WORDS_PER_BUCKET;
const BYTES_PER_WORD = 8;
const TAG_BYTES = BUCKETS * 4;

export const LEASE_BYTES = WORDS * BYTES_PER_WORD + TAG_BYTES + HOT_RING_BYTES;

export function mapLease({ buffer, byteOffset }: LimiterMemory): LeaseMemory {
  const tagsOffset = byteOffset + WORDS * BYTES_PER_WORD;
  return {
    words: new BigUint64Array(buffer, byteOffset, WORDS),
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

/** What this machine knows about the names of one group of keys. */
export type GroupStanding = {
  /** The last window for which the machine knows what the others do. */
  readonly validUntil: number;
  /** 0 if Redis was never reached. */
  readonly machines: number;
};

export function standingOf({ words }: LeaseMemory, group: number): GroupStanding {
  const { second, count } = readWord(words, group);
  return { validUntil: second, machines: count };
}

export function setStanding({ words }: LeaseMemory, group: number, standing: GroupStanding): void {
  writeWord(words, group, standing.validUntil, standing.machines);
}

const permitsWord = (bucket: number, window: number) =>
  BUCKETS_WORD + bucket * WORDS_PER_BUCKET + (window & 1);

export const askedWord = (bucket: number, window: number) => permitsWord(bucket, window) + 2;

/** undefined if the name is not leased in this window. */
export function permitsAt({ words }: LeaseMemory, bucket: number, window: number) {
  const { second, count } = readWord(words, permitsWord(bucket, window));
  return second === window ? count : undefined;
}

/** Only the supervisor writes permits. undefined: the name is not leased in this window. */
export function setPermits(
  { words }: LeaseMemory,
  bucket: number,
  window: number,
  permits: number | undefined,
): void {
  const second = permits === undefined ? 0 : window;
  writeWord(words, permitsWord(bucket, window), second, permits ?? 0);
}

const EMPTY = 0;
/** Of a bucket that is free again: names behind it may still be found. */
const FREED = 1;
const TAGS_MIN = 2;
const PROBES_MAX = 32;

const nameWord = (bucket: number) => BUCKETS_WORD + bucket * WORDS_PER_BUCKET + 4;

/** A name of a scope. Names of addresses and of publishers may be the same number. */
export type BucketName = { readonly scope: 'publisher' | 'ip'; readonly name: number };

const IP_BIT = 2 ** 44;

const ownerOf = ({ scope, name }: BucketName) => name + (scope === 'ip' ? IP_BIT : 0);

function tagOf(owner: number): number {
  const bits = mixed(owner);
  return Math.max(TAGS_MIN, (bits ^ (bits >>> 15)) >>> 0);
}

export function findBucket({ tags, words }: LeaseMemory, name: BucketName): number | undefined {
  const owner = ownerOf(name);
  const tag = tagOf(owner);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const bucket = (tag + probe) & (BUCKETS - 1);
    const found = Atomics.load(tags, bucket);
    if (found === tag && Number(Atomics.load(words, nameWord(bucket))) === owner) return bucket;
    if (found === EMPTY) return undefined;
  }
  return undefined;
}

/** For the supervisor: the bucket of the name, a new one if it has none. undefined if every bucket near it is taken. */
export function takeBucket(memory: LeaseMemory, name: BucketName): number | undefined {
  const found = findBucket(memory, name);
  if (found !== undefined) return found;
  const { tags, words } = memory;
  const owner = ownerOf(name);
  const tag = tagOf(owner);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const bucket = (tag + probe) & (BUCKETS - 1);
    if (Atomics.load(tags, bucket) >= TAGS_MIN) continue;
    const first = permitsWord(bucket, 0);
    for (let word = first; word < nameWord(bucket); word++) Atomics.store(words, word, 0n);
    Atomics.store(words, nameWord(bucket), BigInt(owner));
    Atomics.store(tags, bucket, tag);
    return bucket;
  }
  return undefined;
}

export function freeBucket({ tags }: LeaseMemory, bucket: number): void {
  Atomics.store(tags, bucket, FREED);
}
