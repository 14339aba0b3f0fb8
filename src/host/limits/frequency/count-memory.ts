import { LINE_BYTES } from '../../../lib/cache-line.ts';
import type { LimiterMemory } from '../limit-counters.ts';
import { WORDS_PER_BUCKET } from '../window-table.ts';
import { findCounter, takeCounter } from './count-table.ts';
import { type CountedSale, createCountedReader, RING_WORDS, tellCounted } from './counted-ring.ts';
import { countOne, countWithin, keptSec, takeBackOne, WHEEL_COUNT_MAX } from './wheel.ts';

/** Counts that a machine remembers at once. Of more, those are forgotten first that would end first. */
const COUNT_BUCKETS = 2 ** 19;

const BYTES_PER_WORD = 8;
const LINE_WORDS = LINE_BYTES / BYTES_PER_WORD;

/** The layout: whether anything was counted, counts forgotten too early, the ring of sales with its head, the table. */
const BEGUN_WORD = 0;
const FORGOTTEN_WORD = 1;
/** Directly before the ring. No bucket of the table lies in two lines. */
const RING_HEAD_WORD = 2 * LINE_WORDS - 1;
const TABLE_WORD = RING_HEAD_WORD + 1 + RING_WORDS;

export const COUNT_BYTES = (TABLE_WORD + COUNT_BUCKETS * WORDS_PER_BUCKET) * BYTES_PER_WORD;

export type CountMemory = ReturnType<typeof mapCounts>;

/** What was sold to whom, in memory that the processes of a machine share. Names are numbers that tell of nobody. */
export function mapCounts({ buffer, byteOffset }: LimiterMemory) {
  const words = new BigUint64Array(buffer, byteOffset, COUNT_BYTES / BYTES_PER_WORD);
  const halves = new Uint32Array(buffer, byteOffset, COUNT_BYTES / 4);
  const table = {
    words,
    halves,
    firstWord: TABLE_WORD,
    buckets: COUNT_BUCKETS,
    forgottenWord: FORGOTTEN_WORD,
  };
  return {
    countOf({ name, windowSec }: CountedSale, nowSec: number): number {
      const counter = findCounter(table, name, nowSec);
      return counter === undefined ? 0 : countWithin(table, counter, windowSec, nowSec);
    },
    /** Counts a sale at `atSec`, unless there were `max`; false then. */
    count(
      { name, windowSec }: CountedSale,
      { atSec, nowSec }: { readonly atSec: number; readonly nowSec: number },
      max = WHEEL_COUNT_MAX,
    ): boolean {
      if (halves[BEGUN_WORD] === 0) halves[BEGUN_WORD] = 1;
      const untilSec = atSec + keptSec(windowSec);
      const counter = takeCounter(table, name, { nowSec, untilSec });
      return counter === undefined || countOne(table, counter, { windowSec, atSec, nowSec }, max);
    },
    takeBack({ name, windowSec }: CountedSale, atSec: number): void {
      const counter = findCounter(table, name, atSec);
      if (counter !== undefined) takeBackOne(table, counter, windowSec, atSec);
    },
    /** Counts that others took the room of before they had ended. */
    forgotten: () => Number(Atomics.load(words, FORGOTTEN_WORD)),
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
