import type { WindowWords } from '../window-words.ts';

/**
 * A count of what happened within a time, in one word that processes share. Its upper 24 bits are the number of the
 * latest step; below are the counts of that step and of the seven before it, five bits each, the latest lowest. Seven
 * steps are as long as the time. So a count lasts for the whole time and is forgotten within another step, and one
 * compare-and-exchange both begins a step and counts in it.
 */

const STEPS = 8;
const COUNT_BITS = 5n;
const STEP_COUNT_MAX = 31;
const STEP_SHIFT = COUNT_BITS * BigInt(STEPS);
const COUNTS_MASK = (1n << STEP_SHIFT) - 1n;

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
  words: WindowWords,
  index: number,
  windowSec: number,
  nowSec: number,
): number {
  return sumOf(wordAt(Atomics.load(words, index), Math.floor(nowSec / stepSec(windowSec))));
}

/** Counts one that happened at `atSec`, unless `max` did within the time before now; false then. */
export function countOne(
  words: WindowWords,
  index: number,
  { windowSec, atSec, nowSec }: { windowSec: number; atSec: number; nowSec: number },
  max: number,
): boolean {
  const now = Math.floor(nowSec / stepSec(windowSec));
  const happened = Math.floor(atSec / stepSec(windowSec));
  while (true) {
    const found = Atomics.load(words, index);
    const current = wordAt(found, now);
    if (sumOf(current) >= max) return false;
    const shift = shiftOf(current, happened);
    if (shift === undefined || stepCount(current, shift) === STEP_COUNT_MAX) return true;
    if (Atomics.compareExchange(words, index, found, current + (1n << shift)) === found)
      return true;
  }
}

/** Takes back one that was counted at `atSec`, where it is still known. */
export function takeBackOne(
  words: WindowWords,
  index: number,
  windowSec: number,
  atSec: number,
): void {
  const happened = Math.floor(atSec / stepSec(windowSec));
  while (true) {
    const found = Atomics.load(words, index);
    const shift = shiftOf(found, happened);
    if (shift === undefined || stepCount(found, shift) === 0) return;
    if (Atomics.compareExchange(words, index, found, found - (1n << shift)) === found) return;
  }
}

/** The word as it is at a step. One that lies ahead, or far behind, is of an earlier owner and counts for nothing. */
function wordAt(word: bigint, step: number): bigint {
  const gone = step - Number(word >> STEP_SHIFT);
  if (gone <= 0 && gone >= -SKEW_STEPS_MAX) return word;
  const counts =
    gone > 0 && gone < STEPS ? (word << (COUNT_BITS * BigInt(gone))) & COUNTS_MASK : 0n;
  return (BigInt(step) << STEP_SHIFT) | counts;
}

/** Where the count of a step is; undefined if the word has none of it any more. */
function shiftOf(word: bigint, step: number): bigint | undefined {
  const age = Math.max(0, Number(word >> STEP_SHIFT) - step);
  return age < STEPS ? COUNT_BITS * BigInt(age) : undefined;
}

function stepCount(word: bigint, shift: bigint): number {
  return Number((word >> shift) & BigInt(STEP_COUNT_MAX));
}

const STEP_BASE = STEP_COUNT_MAX + 1;

function sumOf(word: bigint): number {
  let counts = Number(word & COUNTS_MASK);
  let sum = 0;
  while (counts > 0) {
    sum += counts % STEP_BASE;
    counts = Math.floor(counts / STEP_BASE);
  }
  return sum;
}
