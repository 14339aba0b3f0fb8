import { layout, type SharedMemory } from '../../../lib/layout.ts';
import { exchangeHalves, type SharedWords, type WordHalves } from '../../../lib/word-halves.ts';
import {
  aheadOf,
  firstProbe,
  isNamed,
  ownerOf,
  type WindowTable,
  WORDS_PER_BUCKET,
} from '../window-table.ts';
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

/**
 * Buckets that belong to a name for hours or days, in the same layout as those of one second. The time in an owner is
 * the one until which the bucket is its. As buckets become free at different times, a name is looked for in every bucket
 * that it may have; one that nobody has ever had ends the search.
 */

type CountTable = WindowTable & {
  /** How many counts others took the room of before they had ended. */
  readonly forgotten: SharedWords;
};

const PROBES_MAX = 32;
const TICK_SEC = 512;
/** Longer than any count is kept: an owner whose time is further ahead is one of the past. */
const KEPT_TICKS_MAX = 2 ** 13;
const ATTEMPTS_MAX = 100;

const tickOf = (sec: number) => Math.floor(sec / TICK_SEC);

/** The word of the name's counter, if it has a bucket. */
function findCounter(table: CountTable, name: number, nowSec: number): number | undefined {
  const start = firstProbe(name);
  const now = tickOf(nowSec);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const word = wordAt(table, start + probe);
    const owner = readOwner(table, word);
    if (isUnused(owner)) return undefined;
    if (isNamed(owner, name) && isKept(owner, now)) return word + 1;
  }
  return undefined;
}

/**
 * The word of the name's counter, which is its until `untilSec` at least. If every bucket that it may have belongs to
 * others, it gets the one that would have become free first.
 */
function takeCounter(
  table: CountTable,
  name: number,
  { nowSec, untilSec }: { readonly nowSec: number; readonly untilSec: number },
): number | undefined {
  const now = tickOf(nowSec);
  const owner = ownerOf(name, tickOf(untilSec) + 1);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const { word, found, kind } = bucketFor(table, name, now);
    if (kind === 'own' && aheadOf(found, now) >= aheadOf(owner, now)) return word + 1;
    // Otherwise another process has just taken the bucket, perhaps for the same name: look again.
    if (!exchangeHalves(table, word, found, owner)) continue;
    // The count of a bucket that was free is of a time that has passed, and is read as nothing.
    if (kind === 'of-another') {
      Atomics.store(table.words, word + 1, 0n);
      Atomics.add(table.forgotten, 0, 1n);
    }
    return word + 1;
  }
  return undefined;
}

type BucketFound = {
  readonly word: number;
  readonly found: WordHalves;
  readonly kind: 'own' | 'free' | 'of-another';
};

/** The name's own bucket, else the first free one, else the one that becomes free first. */
function bucketFor(table: CountTable, name: number, now: number): BucketFound {
  const start = firstProbe(name);
  let best: BucketFound | undefined;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const word = wordAt(table, start + probe);
    const found = readOwner(table, word);
    const isTaken = !isUnused(found) && isKept(found, now);
    if (isTaken && isNamed(found, name)) return { word, found, kind: 'own' };
    if (best?.kind !== 'free' && (!isTaken || endsBefore(found, best, now))) {
      best = { word, found, kind: isTaken ? 'of-another' : 'free' };
    }
    if (isUnused(found)) break;
  }
  if (best === undefined) throw new Error('a table without buckets');
  return best;
}

function wordAt({ buckets }: CountTable, probed: number): number {
  return (probed & (buckets - 1)) * WORDS_PER_BUCKET;
}

/** Not at one moment: a process that writes it just now is noticed by the exchange. */
function readOwner({ halves }: CountTable, word: number): WordHalves {
  return { high: halves[2 * word + 1] ?? 0, low: halves[2 * word] ?? 0 };
}

function isUnused({ high, low }: WordHalves): boolean {
  return high === 0 && low === 0;
}

function endsBefore(owner: WordHalves, best: BucketFound | undefined, now: number): boolean {
  return best === undefined || aheadOf(owner, now) < aheadOf(best.found, now);
}

function isKept(owner: WordHalves, now: number): boolean {
  return aheadOf(owner, now) <= KEPT_TICKS_MAX;
}
