import { impressionMicros } from '../../lib/money.ts';
import { type Account, isLimited, keyOf, limitOf, minuteOf } from './account.ts';

/**
 * What this machine may spend at once, in memory that its processes share. Money is claimed from the ledger
 * by the supervisor and put into purses; workers take it out when they sell, and nobody waits for anybody.
 *
 * The words: the lease; a mark of who the places belong to; for each campaign how often it was tried and did not fit; then a purse for each
 * campaign with a budget. A purse is what is available, and what is reserved, by the minute of the sale.
 */
export type Purses = {
  /** The place of a campaign; undefined if there is none of this name. */
  readonly placeOf: (partner: string, campaign: string) => number | undefined;
  /** Whether it could pay this CPM just now. Always, without a budget. */
  readonly canPay: (place: number, cpmMicros: number, nowMs: number) => boolean;
  /** Sets aside the price of one impression, if it is there; false if it is not. */
  readonly reserve: (place: number, cpmMicros: number, nowMs: number) => boolean;
  /** Notes that creatives were held against an impression. */
  readonly countTrial: (place: number, isFit: boolean) => void;
};

/** How long a sale has to be billed; what is reserved is given back at most a minute after. */
export const RESERVATION_MS = 300_000;

/** A purse and what is reserved from it never hold more, so that every word has room for it. */
export const PURSE_MICROS_MAX = 2_000_000_000;
export const PURSE_IMPRESSIONS_MAX = 2_000_000_000;

export const LEASE_WORD = 0;
export const MARK_WORD = 1;
const HEAD_WORDS = 2;

const TRIED = 0;
const MISFIT = 1;
const COUNTER_WORDS = 2;

/**
 * The minutes of a reservation, those that the ledger may be behind while there is a lease, those of the
 * lease, the one that is running and one for what was sold at its edge.
 */
export const RING_MINUTES = 16;
export const KINDS = 2;
const PURSE_WORDS = KINDS * (1 + RING_MINUTES);

export const NO_PURSE = -1;

export type PurseWords = {
  readonly words: Int32Array<ArrayBufferLike>;
  /** By the place of the campaign: the word of its counters, and of its purse or `NO_PURSE`. */
  readonly counters: (place: number) => number;
  readonly purse: (place: number) => number;
};

/** The word of what is available of a kind: 0 for micros, 1 for impressions. */
export function availableWord(purse: number, kind: number): number {
  return purse + kind;
}

export function minuteWord(purse: number, kind: number, minute: number): number {
  return purse + KINDS + (minute % RING_MINUTES) * KINDS + kind;
}

const BYTES_PER_WORD = 4;
const ALIGNMENT_WORDS = 2;

export function pursesBytes(accounts: readonly Account[]): number {
  const budgeted = accounts.filter(({ budget }) => budget !== undefined).length;
  const words = HEAD_WORDS + accounts.length * COUNTER_WORDS + budgeted * PURSE_WORDS;
  return Math.ceil(words / ALIGNMENT_WORDS) * ALIGNMENT_WORDS * BYTES_PER_WORD;
}

export type PursesMemory = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

export function purseWords(
  accounts: readonly Account[],
  { buffer, byteOffset }: PursesMemory,
): PurseWords {
  const words = new Int32Array(buffer, byteOffset, pursesBytes(accounts) / BYTES_PER_WORD);
  let next = HEAD_WORDS + accounts.length * COUNTER_WORDS;
  const purses = Int32Array.from(accounts, ({ budget }) => {
    if (budget === undefined) return NO_PURSE;
    next += PURSE_WORDS;
    return next - PURSE_WORDS;
  });
  return {
    words,
    counters: (place) => HEAD_WORDS + place * COUNTER_WORDS,
    purse: (place) => purses[place] ?? NO_PURSE,
  };
}

/** Tells lists of campaigns apart whose purses lie in different places. */
export function markOf(accounts: readonly Account[]): number {
  const places = accounts.map((account) => [
    keyOf(account),
    isLimited(limitOf(account, 'micros')),
    isLimited(limitOf(account, 'impressions')),
  ]);
  return Bun.hash.xxHash32(JSON.stringify(places)) | 0;
}

/**
 * The purses as a worker sees them. If the supervisor has laid them out for other campaigns, as when the
 * file was changed and this worker read it before the others, no campaign with a budget can pay.
 */
export function createPurses(accounts: readonly Account[], memory: PursesMemory): Purses {
  const bytes = pursesBytes(accounts);
  const hasRoom = memory.byteOffset + bytes <= memory.buffer.byteLength;
  const own = { buffer: new ArrayBuffer(hasRoom ? 0 : bytes), byteOffset: 0 };
  const { words, counters, purse: purseOf } = purseWords(accounts, hasRoom ? memory : own);
  const mark = markOf(accounts);
  const isOpen = (nowMs: number) =>
    Atomics.load(words, MARK_WORD) === mark && isLeased(words, nowMs);
  const places = new Map<string, Map<string, number>>();
  for (const [place, { partner, campaign }] of accounts.entries()) {
    const own = places.get(partner) ?? new Map<string, number>();
    places.set(partner, own.set(campaign, place));
  }
  // By place and kind, whether there is a limit: only what is limited is taken from the purse.
  const limited = Uint8Array.from(
    accounts.flatMap((account) => [
      Number(isLimited(limitOf(account, 'micros'))),
      Number(isLimited(limitOf(account, 'impressions'))),
    ]),
  );
  const priceOf = (place: number, kind: number, cpmMicros: number) =>
    limited[place * KINDS + kind] === 0 ? 0 : kind === 0 ? impressionMicros(cpmMicros) : 1;

  return {
    placeOf: (partner, campaign) => places.get(partner)?.get(campaign),
    canPay(place, cpmMicros, nowMs) {
      const purse = purseOf(place);
      if (purse === NO_PURSE) return true;
      return (
        Atomics.load(words, availableWord(purse, 0)) >= priceOf(place, 0, cpmMicros) &&
        Atomics.load(words, availableWord(purse, 1)) >= priceOf(place, 1, cpmMicros) &&
        isOpen(nowMs)
      );
    },
    reserve(place, cpmMicros, nowMs) {
      const purse = purseOf(place);
      if (purse === NO_PURSE) return true;
      if (!isOpen(nowMs)) return false;
      const minute = minuteOf(nowMs);
      const count = priceOf(place, 1, cpmMicros);
      if (Atomics.load(words, availableWord(purse, 1)) < count) return false;
      if (!move(words, { purse, kind: 0, minute }, priceOf(place, 0, cpmMicros))) return false;
      // If another process has just taken the last impression, the money stays reserved until it expires:
      // put back, it could be missed by whoever sums up at that moment.
      return move(words, { purse, kind: 1, minute }, count);
    },
    countTrial(place, isFit) {
      if (Atomics.load(words, MARK_WORD) !== mark) return;
      Atomics.add(words, counters(place) + TRIED, 1);
      if (!isFit) Atomics.add(words, counters(place) + MISFIT, 1);
    },
  };
}

/**
 * Moves an amount from what is available to a minute. It is added there before it is taken here: whoever
 * sums up in between, or after this process was killed in between, finds too much and never too little.
 */
function move(
  words: Int32Array<ArrayBufferLike>,
  {
    purse,
    kind,
    minute,
  }: { readonly purse: number; readonly kind: number; readonly minute: number },
  amount: number,
): boolean {
  if (amount === 0) return true;
  const available = availableWord(purse, kind);
  if (Atomics.load(words, available) < amount) return false;
  const reserved = minuteWord(purse, kind, minute);
  Atomics.add(words, reserved, amount);
  if (takeAtMost(words, available, { most: amount, least: amount }) === amount) return true;
  Atomics.sub(words, reserved, amount);
  return false;
}

/** Takes what is there up to the most; nothing if that is less than the least. */
export function takeAtMost(
  words: Int32Array<ArrayBufferLike>,
  index: number,
  { most, least }: { readonly most: number; readonly least: number },
): number {
  while (true) {
    const found = Atomics.load(words, index);
    const taken = Math.min(found, most);
    if (taken < least || taken <= 0) return 0;
    if (Atomics.compareExchange(words, index, found, found - taken) === found) return taken;
  }
}

/** Without a sign of the ledger for so long, nothing is reserved any more: claims could be given to others. */
export const LEASE_MS = 45_000;

export function isLeased(words: Int32Array<ArrayBufferLike>, nowMs: number): boolean {
  const untilSec = Atomics.load(words, LEASE_WORD) >>> 0;
  return nowMs < untilSec * 1000;
}

export type Trials = { readonly tried: number; readonly misfit: number };

export function trialsAt({ words, counters }: PurseWords, place: number): Trials {
  const at = counters(place);
  return {
    tried: Atomics.load(words, at + TRIED) >>> 0,
    misfit: Atomics.load(words, at + MISFIT) >>> 0,
  };
}
