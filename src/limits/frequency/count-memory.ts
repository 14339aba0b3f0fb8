import type { LimiterMemory } from '../limit-counters.ts';
import { WORDS_PER_BUCKET } from '../window-table.ts';
import { findCounter, takeCounter } from './count-table.ts';
import { type CountedSale, createCountedReader, RING_WORDS, tellCounted } from './counted-ring.ts';
import { countOne, countWithin, keptSec, takeBackOne, WHEEL_COUNT_MAX } from './wheel.ts';

/** Counts that a machine remembers at once. Of more, those are forgotten first that would end first. */
const COUNT_BUCKETS = 2 ** 19;

/** The layout: how many counts were begun, the ring of counted sales with its head, the table. */
const BEGUN_WORD = 0;
const RING_HEAD_WORD = 1;
const TABLE_WORD = RING_HEAD_WORD + 1 + RING_WORDS;
const BYTES_PER_WORD = 8;

export const COUNT_BYTES = (TABLE_WORD + COUNT_BUCKETS * WORDS_PER_BUCKET) * BYTES_PER_WORD;

export type CountMemory = ReturnType<typeof mapCounts>;

/** What was sold to whom, in memory that the processes of a machine share. Names are numbers that tell of nobody. */
export function mapCounts({ buffer, byteOffset }: LimiterMemory) {
  const words = new BigUint64Array(buffer, byteOffset, COUNT_BYTES / BYTES_PER_WORD);
  const table = { words, firstWord: TABLE_WORD, buckets: COUNT_BUCKETS };
  return {
    countOf({ name, windowSec }: CountedSale, nowSec: number): number {
      const counter = findCounter(table, name, nowSec);
      return counter === undefined ? 0 : countWithin(words, counter, windowSec, nowSec);
    },
    /** Counts a sale at `atSec`, unless there were `max`; false then. */
    count(
      { name, windowSec }: CountedSale,
      { atSec, nowSec }: { readonly atSec: number; readonly nowSec: number },
      max = WHEEL_COUNT_MAX,
    ): boolean {
      if (Atomics.load(words, BEGUN_WORD) === 0n) Atomics.store(words, BEGUN_WORD, 1n);
      const untilSec = atSec + keptSec(windowSec);
      const counter = takeCounter(table, name, { nowSec, untilSec });
      return counter === undefined || countOne(words, counter, { windowSec, atSec, nowSec }, max);
    },
    takeBack({ name, windowSec }: CountedSale, atSec: number): void {
      const counter = findCounter(table, name, atSec);
      if (counter !== undefined) takeBackOne(words, counter, windowSec, atSec);
    },
    /** Lets the supervisor know of a sale that was counted. */
    tell: (sale: CountedSale) => tellCounted(words, RING_HEAD_WORD, sale),
    /** Reads what workers tell from now on. */
    createReader: () => createCountedReader(words, RING_HEAD_WORD),
  };
}

/** What was counted goes on to count in the memory of another config. Memory that nobody counted in is not touched. */
export function copyCounts(from: LimiterMemory, to: LimiterMemory): void {
  const [begun] = new BigUint64Array(from.buffer, from.byteOffset, 1);
  if (begun === 0n) return;
  const bytes = new Uint8Array(from.buffer, from.byteOffset, COUNT_BYTES);
  new Uint8Array(to.buffer, to.byteOffset, COUNT_BYTES).set(bytes);
}
