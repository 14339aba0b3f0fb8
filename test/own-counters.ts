import { limiterWords, mapCounters } from '../src/host/limits/limit-counters.ts';
import { bucketsFor } from '../src/host/limits/window-table.ts';

/** Counters of limits that no other process shares. */
export function ownCounters({ globalPerSecond }: { readonly globalPerSecond: number }) {
  const buckets = bucketsFor(globalPerSecond);
  return mapCounters(buckets, new BigUint64Array(limiterWords(buckets)));
}
