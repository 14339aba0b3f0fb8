import { layout, type SharedMemory } from '../../lib/layout.ts';
import { WORDS_PER_BUCKET } from './window-table.ts';

function layoutFor(buckets: number) {
  const table = buckets * WORDS_PER_BUCKET;
  return layout({ seed: 1, everybody: 1, ips: table, publishers: table });
}

export const limiterWords = (buckets: number) => layoutFor(buckets).words;

export type LimitCounters = ReturnType<typeof mapCounters>;

/** The counters of a machine's limits, in memory that its processes share: tables of so many buckets. */
export function mapCounters(buckets: number, memory: SharedMemory) {
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
