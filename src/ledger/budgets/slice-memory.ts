import { HOLD_CAUSES, type HoldCause } from '../../core/sale/hold-cause.ts';
import { LINE_BYTES } from '../../lib/cache-line.ts';
import {
  type Account,
  type BudgetResource,
  hasSlice,
  isLimited,
  keyOf,
  RESOURCES,
} from './account.ts';

/**
 * The layout of the budget slices in the memory that the processes of a machine share, in 32-bit words:
 *
 * 1. the end of the term: the second at which workers must stop reserving
 * 2. the fingerprint of the list of campaigns that the layout was made for
 * 3. whether a worker has reserved anything since the supervisor last looked
 * 4. the counters of each campaign, and the cause for which it would be held back now
 * 5. one slice for each campaign with a budget: for each resource the available amount, then for each minute
 *    of a ring the amount reserved by sales of that minute
 *
 * Campaigns are addressed by their index in the list of accounts. Behind the list there may be spare rows, each
 * with counters and a slice: campaigns that come later get them.
 */
export type SliceMemory = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

type SliceLayout = ReturnType<typeof layOutSlices>;

/** The available and reserved amounts of a slice together never exceed these, so that a word can hold them. */
export const SLICE_MAX: Readonly<Record<BudgetResource, number>> = {
  micros: 2_000_000_000,
  impressions: 2_000_000_000,
};

const BYTES_PER_WORD = 4;

const TERM_WORD = 0;
const FINGERPRINT_WORD = 1;
const USED_WORD = 2;
/** All workers read the head for each campaign that they try, and all count in what follows. */
const HEAD_WORDS = LINE_BYTES / BYTES_PER_WORD;

/** The counters of a campaign: requests that its creatives were tried on, and how many of them they did not fit. */
export const TRIED_COUNTER = 0;
export const MISFIT_COUNTER = 1;
/** Not a counter: the number of the cause, as the supervisor has found it. */
export const CAUSE_WORD = 2;
const FIRST_HELD_COUNTER = 3;
const COUNTER_WORDS = FIRST_HELD_COUNTER + HOLD_CAUSES.length;

/** Requests that the campaign was held back from for this cause, behind the first counter of the campaign. */
export function heldCounter(cause: HoldCause): number {
  return FIRST_HELD_COUNTER + HOLD_CAUSES.indexOf(cause);
}

/** For a reservation, the lag of the ledger in a term, the term, the current minute, and a sale at a minute's edge. */
export const RING_MINUTES = 16;
const SLICE_WORDS = RESOURCES.length * (1 + RING_MINUTES);

export const NO_SLICE = -1;

export function availableWord(slice: number, resource: BudgetResource): number {
  return slice + offsetOf(resource);
}

export function reservedWord(slice: number, resource: BudgetResource, minute: number): number {
  return slice + RESOURCES.length * (1 + (minute % RING_MINUTES)) + offsetOf(resource);
}

function offsetOf(resource: BudgetResource): number {
  return resource === 'micros' ? 0 : 1;
}

const ALIGNMENT_WORDS = 2;

export function sliceBytes(accounts: readonly Account[], spare = 0): number {
  const budgeted = accounts.filter(hasSlice).length;
  const rows = accounts.length + spare;
  const words = HEAD_WORDS + rows * COUNTER_WORDS + (budgeted + spare) * SLICE_WORDS;
  return Math.ceil(words / ALIGNMENT_WORDS) * ALIGNMENT_WORDS * BYTES_PER_WORD;
}

export function layOutSlices(
  accounts: readonly Account[],
  { buffer, byteOffset }: SliceMemory,
  spare = 0,
) {
  const words = new Int32Array(buffer, byteOffset, sliceBytes(accounts, spare) / BYTES_PER_WORD);
  const rows = accounts.length + spare;
  let next = HEAD_WORDS + rows * COUNTER_WORDS;
  const slices = Int32Array.from(accounts, (account) => {
    if (!hasSlice(account)) return NO_SLICE;
    next += SLICE_WORDS;
    return next - SLICE_WORDS;
  });
  return {
    words,
    /** The first counter of a campaign. */
    countersAt: (campaign: number) => HEAD_WORDS + campaign * COUNTER_WORDS,
    /** A copy of all words before the slices. */
    copyCounters: () => words.slice(0, HEAD_WORDS + rows * COUNTER_WORDS),
    /** The first byte of a campaign's slice in the whole buffer. */
    byteAt: (word: number) => byteOffset + word * BYTES_PER_WORD,
    /** The first word of a campaign's slice, or `NO_SLICE` where it has no budget. */
    sliceAt(campaign: number): number {
      if (campaign < slices.length) return slices[campaign] ?? NO_SLICE;
      return campaign < rows ? next + (campaign - slices.length) * SLICE_WORDS : NO_SLICE;
    },
  };
}

/** Whether a slice can begin at this byte of a buffer that is read as these words. */
export function sliceFits(words: Int32Array<ArrayBufferLike>, byte: number): boolean {
  const word = byte / BYTES_PER_WORD;
  return Number.isInteger(word) && word >= HEAD_WORDS && word + SLICE_WORDS <= words.length;
}

/** Differs between lists of campaigns that lead to different layouts. */
export function fingerprintOf(accounts: readonly Account[]): number {
  const layout = accounts.map((account) => [
    keyOf(account),
    ...RESOURCES.map((resource) => isLimited(account, resource)),
  ]);
  return Bun.hash.xxHash32(JSON.stringify(layout)) | 0;
}

export function hasFingerprint({ words }: SliceLayout, fingerprint: number): boolean {
  return Atomics.load(words, FINGERPRINT_WORD) === fingerprint;
}

export function setFingerprint({ words }: SliceLayout, fingerprint: number): void {
  Atomics.store(words, FINGERPRINT_WORD, fingerprint);
}

/** Workers stop reserving this long after the last contact with the ledger: other machines may get the claims. */
export const TERM_MS = 45_000;

export function mayReserve({ words }: SliceLayout, nowMs: number): boolean {
  const termEndsSec = Atomics.load(words, TERM_WORD) >>> 0;
  return nowMs < termEndsSec * 1000;
}

export function setTermEnd({ words }: SliceLayout, termEndsMs: number): void {
  Atomics.store(words, TERM_WORD, Math.floor(termEndsMs / 1000) | 0);
}

/** Tells the supervisor that slices were used. It is read much more often than written. */
export function markUsed({ words }: SliceLayout): void {
  if (Atomics.load(words, USED_WORD) === 0) Atomics.store(words, USED_WORD, 1);
}

export function takeUsed({ words }: SliceLayout): boolean {
  return Atomics.load(words, USED_WORD) !== 0 && Atomics.exchange(words, USED_WORD, 0) !== 0;
}

/** Subtracts up to `max` from a word and returns the subtracted amount, or 0 where that would be less than `min`. */
export function takeAtMost(
  words: Int32Array<ArrayBufferLike>,
  index: number,
  { max, min }: { readonly max: number; readonly min: number },
): number {
  while (true) {
    const found = Atomics.load(words, index);
    const taken = Math.min(found, max);
    if (taken < min || taken <= 0) return 0;
    if (Atomics.compareExchange(words, index, found, found - taken) === found) return taken;
  }
}
