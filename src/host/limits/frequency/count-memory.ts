import { layout, type SharedMemory } from '../../../lib/layout.ts';
import { WORDS_PER_BUCKET } from '../window-table.ts';
import { findCounter, takeCounter } from './count-table.ts';
import { type CountedSale, createCountedReader, RING_WORDS, tellCounted } from './counted-ring.ts';
import { countOne, countWithin, keptSec, takeBackOne, WHEEL_COUNT_MAX } from './wheel.ts';

/** Counts that a machine remembers at once. Of more, those are forgotten first that would end first. */
const COUNT_BUCKETS = 2 ** 19;

const COUNTS = layout({
  forgotten: 1,
  /** How many sales were ever told, and the last of them. */
  told: 1 + RING_WORDS,
  table: COUNT_BUCKETS * WORDS_PER_BUCKET,
});

export const COUNT_WORDS = COUNTS.words;

export type CountMemory = ReturnType<typeof mapCounts>;

/** What was sold to whom, in memory that the processes of a machine share. Names are numbers that tell of nobody. */
export function mapCounts(memory: SharedMemory) {
  const { forgotten, told, table: words } = COUNTS.map(memory);
  const table = { ...words, buckets: COUNT_BUCKETS, forgotten: forgotten.words };
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
      const untilSec = atSec + keptSec(windowSec);
      const counter = takeCounter(table, name, { nowSec, untilSec });
      return counter === undefined || countOne(table, counter, { windowSec, atSec, nowSec }, max);
    },
    takeBack({ name, windowSec }: CountedSale, atSec: number): void {
      const counter = findCounter(table, name, atSec);
      if (counter !== undefined) takeBackOne(table, counter, windowSec, atSec);
    },
    /** Counts that others took the room of before they had ended. */
    forgotten: () => Number(Atomics.load(forgotten.words, 0)),
    /** Lets the supervisor know of a sale that was counted. */
    tell: (sale: CountedSale) => tellCounted(told.words, sale),
    /** Reads what workers tell from now on. */
    createReader: () => createCountedReader(told.words),
  };
}
