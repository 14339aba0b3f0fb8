import {
  exchangeHalves,
  type HalvedWords,
  readHalves,
  type WordHalves,
} from '../../../lib/word-halves.ts';

/**
 * A count of what happened within a time, in one word that processes share. Its upper 24 bits are the number of the
 * latest step; below are the counts of that step and of the seven before it, five bits each, the latest lowest. Seven
 * steps are as long as the time. So a count lasts for the whole time and is forgotten within another step, and one
 * compare-and-exchange both begins a step and counts in it.
 */

const STEPS = 8;
const COUNT_BITS = 5;
const STEP_BASE = 2 ** COUNT_BITS;
const STEP_COUNT_MAX = STEP_BASE - 1;
const COUNTS_BITS = COUNT_BITS * STEPS;
/** The counts take the lower half of a word and this much of the upper one. */
const UPPER_BITS = COUNTS_BITS - 32;
const UPPER_MASK = 2 ** UPPER_BITS - 1;
const LOWER_HALF = 2 ** 32;

/** What one word can count to for sure: all of it may happen in one step. */
export const WHEEL_COUNT_MAX = STEP_COUNT_MAX - 1;

/** Processes, and machines, may read the clock at different moments. */
const SKEW_STEPS_MAX = 1;

function stepSec(windowSec: number): number {
  return Math.ceil(windowSec / (STEPS - 1));
}

/** How long after it happened a count may still be there. */
export function keptSec(windowSec: number): number {
  return STEPS * stepSec(windowSec);
}

/** What happened within the time before now. */
export function countWithin(
  memory: HalvedWords,
  index: number,
  windowSec: number,
  nowSec: number,
): number {
  return sumOf(countsAt(readHalves(memory, index), Math.floor(nowSec / stepSec(windowSec))));
}

/** Counts one that happened at `atSec`, unless `max` did within the time before now; false then. */
export function countOne(
  memory: HalvedWords,
  index: number,
  { windowSec, atSec, nowSec }: { windowSec: number; atSec: number; nowSec: number },
  max: number,
): boolean {
  const now = Math.floor(nowSec / stepSec(windowSec));
  const happened = Math.floor(atSec / stepSec(windowSec));
  while (true) {
    const found = readHalves(memory, index);
    const counts = countsAt(found, now);
    if (sumOf(counts) >= max) return false;
    const latest = isAt(found, now) ? latestOf(found) : now;
    const unit = unitOf(latest, happened);
    if (unit === undefined || stepCount(counts, unit) === STEP_COUNT_MAX) return true;
    if (exchangeHalves(memory, index, found, packed(latest, counts + unit))) return true;
  }
}

/** Takes back one that was counted at `atSec`, where it is still known. */
export function takeBackOne(
  memory: HalvedWords,
  index: number,
  windowSec: number,
  atSec: number,
): void {
  const happened = Math.floor(atSec / stepSec(windowSec));
  while (true) {
    const found = readHalves(memory, index);
    const [latest, counts] = [latestOf(found), countsOf(found)];
    const unit = unitOf(latest, happened);
    if (unit === undefined || stepCount(counts, unit) === 0) return;
    if (exchangeHalves(memory, index, found, packed(latest, counts - unit))) return;
  }
}

function packed(latest: number, counts: number): WordHalves {
  const upper = Math.floor(counts / LOWER_HALF);
  return { high: latest * 2 ** UPPER_BITS + upper, low: counts % LOWER_HALF };
}

/** The number of the latest step. */
function latestOf({ high }: WordHalves): number {
  return high >>> UPPER_BITS;
}

function countsOf({ high, low }: WordHalves): number {
  return (high & UPPER_MASK) * LOWER_HALF + low;
}

/** Whether the word may stay as it is at a step. */
function isAt(word: WordHalves, step: number): boolean {
  const gone = step - latestOf(word);
  return gone <= 0 && gone >= -SKEW_STEPS_MAX;
}

/** The counts as they are at a step. Those of a word that lies ahead, or far behind, are of an earlier owner. */
function countsAt(word: WordHalves, step: number): number {
  if (isAt(word, step)) return countsOf(word);
  const gone = step - latestOf(word);
  if (gone < 0 || gone >= STEPS) return 0;
  const goneBits = COUNT_BITS * gone;
  return (countsOf(word) % 2 ** (COUNTS_BITS - goneBits)) * 2 ** goneBits;
}

/** What one more in a step adds to the counts; undefined if they have none of that step any more. */
function unitOf(latest: number, step: number): number | undefined {
  const age = Math.max(0, latest - step);
  return age < STEPS ? STEP_BASE ** age : undefined;
}

function stepCount(counts: number, unit: number): number {
  return Math.floor(counts / unit) % STEP_BASE;
}

function sumOf(counts: number): number {
  let rest = counts;
  let sum = 0;
  while (rest > 0) {
    sum += rest % STEP_BASE;
    rest = Math.floor(rest / STEP_BASE);
  }
  return sum;
}
