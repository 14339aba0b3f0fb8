import type { Limits } from '../../core/exchange/limiter.ts';
import { layout, type SharedMemory } from '../../lib/layout.ts';
import { bucketsFor, WORDS_PER_BUCKET } from './window-table.ts';

function layoutFor(buckets: number) {
  const table = buckets * WORDS_PER_BUCKET;
  return layout({ seed: 1, everybody: 1, ips: table, publishers: table });
}

export function limiterBytes({ globalPerSecond }: Limits): number {
  return layoutFor(bucketsFor(globalPerSecond)).bytes;
}

export type LimitCounters = ReturnType<typeof mapCounters>;

/** The counters of a machine's limits, in memory that its processes share. */
export function mapCounters({ globalPerSecond }: Limits, memory: SharedMemory) {
  const buckets = bucketsFor(globalPerSecond);
  const { seed, everybody, ips, publishers } = layoutFor(buckets).map(memory);
  // The first process sets the seed; memory is zero before that.
  Atomics.compareExchange(seed.words, 0, 0n, BigInt(1 + Math.floor(Math.random() * 2 ** 31)));
  return {
    everybody,
    ips: { ...ips, buckets },
    publishers: { ...publishers, buckets },
    /** Of the hash of names; secret, and the same for all processes. */
    seed: Number(Atomics.load(seed.words, 0)),
  };
}

/** Names hash to the same numbers in the memory of a new config, before any process maps it. */
export function copySeed(from: SharedMemory, to: SharedMemory): void {
  const [seed = 0n] = new BigUint64Array(from.buffer, from.byteOffset, 1);
  new BigUint64Array(to.buffer, to.byteOffset, 1)[0] = seed;
}

/** Memory for a process that shares it with no other. */
export function ownMemory(limits: Limits): SharedMemory {
  return { buffer: new ArrayBuffer(limiterBytes(limits)), byteOffset: 0 };
}
