import type { Limits } from '../../core/exchange/limiter.ts';
import { LINE_BYTES } from '../../lib/cache-line.ts';
import { halved } from '../../lib/word-halves.ts';
import { bucketsFor, WORDS_PER_BUCKET } from './window-table.ts';

export type LimiterMemory = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

const BYTES_PER_WORD = 8;
const LINE_WORDS = LINE_BYTES / BYTES_PER_WORD;

/** The layout: the seed of the hash, the global counter, a table for addresses, a table for publishers. */
const SEED_WORD = 0;
export const GLOBAL_WORD = LINE_WORDS;
export const TABLES_WORD = 2 * LINE_WORDS;

export function limiterBytes({ globalPerSecond }: Limits): number {
  return (TABLES_WORD + 2 * bucketsFor(globalPerSecond) * WORDS_PER_BUCKET) * BYTES_PER_WORD;
}

export type LimitCounters = ReturnType<typeof mapCounters>;

/** The counters of a machine's limits, in memory that its processes share. */
export function mapCounters(limits: Limits, { buffer, byteOffset }: LimiterMemory) {
  const words = new BigUint64Array(buffer, byteOffset, limiterBytes(limits) / BYTES_PER_WORD);
  const buckets = bucketsFor(limits.globalPerSecond);
  // The first process sets the seed; memory is zero before that.
  Atomics.compareExchange(words, SEED_WORD, 0n, BigInt(1 + Math.floor(Math.random() * 2 ** 31)));
  const memory = halved(words);
  return {
    memory,
    ips: { ...memory, firstWord: TABLES_WORD, buckets },
    publishers: { ...memory, firstWord: TABLES_WORD + buckets * WORDS_PER_BUCKET, buckets },
    /** Of the hash of names; secret, and the same for all processes. */
    seed: Number(Atomics.load(words, SEED_WORD)),
  };
}

/** Names hash to the same numbers in the memory of a new config, before any process maps it. */
export function copySeed(from: LimiterMemory, to: LimiterMemory): void {
  const [seed = 0n] = new BigUint64Array(from.buffer, from.byteOffset, 1);
  new BigUint64Array(to.buffer, to.byteOffset, 1)[SEED_WORD] = seed;
}

/** Memory for a process that shares it with no other. */
export function ownMemory(limits: Limits): LimiterMemory {
  return { buffer: new ArrayBuffer(limiterBytes(limits)), byteOffset: 0 };
}
