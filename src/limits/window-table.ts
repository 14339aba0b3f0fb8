import type { Words } from './window-words.ts';

/**
 * A hash table of counters by name, in shared memory of a fixed size, with linear probing. A slot has two words:
 * the owner (a name and a second) and the count. A slot of an earlier second is free. Within a second no slot is
 * released, so the first free slot that a probe meets proves that the name has no slot yet.
 */
export type WindowTable = {
  readonly words: Words;
  readonly firstWord: number;
  readonly slots: number;
};

export const WORDS_PER_SLOT = 2;

const SLOTS_MIN = 1024;
const SLOTS_MAX = 2 ** 21;

/** Requests of one second take at most half of the slots, so that probes stay short. */
export function slotsFor(requestsPerSecond: number): number {
  const wanted = 2 ** Math.ceil(Math.log2(2 * requestsPerSecond));
  return Math.min(Math.max(wanted, SLOTS_MIN), SLOTS_MAX);
}

const PROBES_MAX = 128;
const NAME_BITS = 44n;
const NAME_MASK = (1n << NAME_BITS) - 1n;
/** An owner word has the second modulo this number, which repeats after twelve days. */
const SECONDS = 2 ** 20;
const SKEW_SEC_MAX = 2;

/**
 * The word of the name's counter. A name without a slot in this second takes the first free one. Undefined if
 * other names have every slot that may be probed.
 */
export function counterOf(table: WindowTable, name: number, now: number): number | undefined {
  const { words, firstWord, slots } = table;
  const owner = (BigInt(now % SECONDS) << NAME_BITS) | BigInt(name);
  const start = mix(name);
  for (let probe = 0; probe < PROBES_MAX; ) {
    const word = firstWord + ((start + probe) & (slots - 1)) * WORDS_PER_SLOT;
    const found = Atomics.load(words, word);
    if (isCurrent(found, now)) {
      if ((found & NAME_MASK) === BigInt(name)) return word + 1;
      probe++;
    } else if (Atomics.compareExchange(words, word, found, owner) === found) {
      return word + 1;
    }
    // Otherwise another process has just taken the slot, perhaps for the same name: read it again.
  }
  return undefined;
}

/** The word of the name's counter, without taking a slot for it. */
export function findCounter(table: WindowTable, name: number, now: number): number | undefined {
  const { words, firstWord, slots } = table;
  const start = mix(name);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const word = firstWord + ((start + probe) & (slots - 1)) * WORDS_PER_SLOT;
    const found = Atomics.load(words, word);
    if (!isCurrent(found, now)) return undefined;
    if ((found & NAME_MASK) === BigInt(name)) return word + 1;
  }
  return undefined;
}

function isCurrent(owner: bigint, now: number): boolean {
  if (owner === 0n) return false;
  const ahead = (Number(owner >> NAME_BITS) - (now % SECONDS) + SECONDS) % SECONDS;
  return ahead <= SKEW_SEC_MAX;
}

function mix(name: number): number {
  const low = name >>> 0;
  const high = Math.floor(name / 2 ** 32);
  return Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 8;
}
