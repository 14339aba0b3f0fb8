import type { LimiterMemory } from '../limit-counters.ts';
import type { Words } from '../window-words.ts';
import { HOT_RING_BYTES } from './hot-ring.ts';

/**
 * What the supervisor has leased, in memory that the workers read on each request. A slot has a tag and five words:
 * permits for even and for odd windows, the requests asked in them, and the name. Each of the first four holds its
 * window in the upper half.
 */
export type LeaseMemory = {
  readonly words: Words;
  readonly tags: Uint32Array<ArrayBufferLike>;
  readonly ring: LimiterMemory;
};

/** Of the keys in a cluster. */
const GROUPS_MAX = 4;
const SLOTS = 2 ** 14;
/** Everybody has a slot of its own, after those that are found by a name. */
export const GLOBAL_SLOT = SLOTS;
const WORDS_PER_SLOT = 5;
const SLOTS_WORD = GROUPS_MAX;
const WORDS = SLOTS_WORD + (SLOTS + 1) * WORDS_PER_SLOT;
const BYTES_PER_WORD = 8;
const TAG_BYTES = SLOTS * 4;

export const LEASE_BYTES = WORDS * BYTES_PER_WORD + TAG_BYTES + HOT_RING_BYTES;

export function mapLease({ buffer, byteOffset }: LimiterMemory): LeaseMemory {
  const tagsOffset = byteOffset + WORDS * BYTES_PER_WORD;
  return {
    words: new BigUint64Array(buffer, byteOffset, WORDS),
    tags: new Uint32Array(buffer, tagsOffset, SLOTS),
    ring: { buffer, byteOffset: tagsOffset + TAG_BYTES },
  };
}

/** For the memory of a new config: what is leased stays leased. */
export function copyLease(from: LimiterMemory, to: LimiterMemory): void {
  new Uint8Array(to.buffer, to.byteOffset, LEASE_BYTES).set(
    new Uint8Array(from.buffer, from.byteOffset, LEASE_BYTES),
  );
}

/** What holds for the names of one group of keys. */
export type Standing = {
  /** The last window for which the machine knows what the others do. */
  readonly validUntil: number;
  /** 0 if Redis was never reached. */
  readonly machines: number;
};

const SHIFT = 32n;
const MASK = 0xffffffffn;

export function standingOf({ words }: LeaseMemory, group: number): Standing {
  const word = Atomics.load(words, group);
  return { validUntil: Number(word >> SHIFT), machines: Number(word & MASK) };
}

export function setStanding({ words }: LeaseMemory, group: number, standing: Standing): void {
  const { validUntil, machines } = standing;
  Atomics.store(words, group, (BigInt(validUntil) << SHIFT) | BigInt(machines));
}

export const permitsWord = (slot: number, window: number) =>
  SLOTS_WORD + slot * WORDS_PER_SLOT + (window & 1);

export const askedWord = (slot: number, window: number) => permitsWord(slot, window) + 2;

/** undefined if the name is not leased in this window. */
export function permitsAt({ words }: LeaseMemory, slot: number, window: number) {
  const word = Atomics.load(words, permitsWord(slot, window));
  return Number(word >> SHIFT) === window ? Number(word & MASK) : undefined;
}

/** Only the supervisor writes permits. */
export function setPermits(
  { words }: LeaseMemory,
  slot: number,
  window: number,
  permits: number,
): void {
  Atomics.store(words, permitsWord(slot, window), (BigInt(window) << SHIFT) | BigInt(permits));
}

export function clearPermits({ words }: LeaseMemory, slot: number, window: number): void {
  Atomics.store(words, permitsWord(slot, window), 0n);
}

const EMPTY = 0;
/** Of a slot that is free again: names behind it may still be found. */
const FREED = 1;
const TAGS_MIN = 2;
const PROBES_MAX = 32;

const nameWord = (slot: number) => SLOTS_WORD + slot * WORDS_PER_SLOT + 4;

/** A name of a scope. Names of addresses and of publishers may be the same number. */
export type SlotName = { readonly scope: 'publisher' | 'ip'; readonly name: number };

const IP_BIT = 2 ** 44;

const ownerOf = ({ scope, name }: SlotName) => name + (scope === 'ip' ? IP_BIT : 0);

function tagOf(owner: number): number {
  const low = owner >>> 0;
  const high = Math.floor(owner / 2 ** 32);
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return Math.max(TAGS_MIN, (mixed ^ (mixed >>> 15)) >>> 0);
}

export function findSlot({ tags, words }: LeaseMemory, name: SlotName): number | undefined {
  const owner = ownerOf(name);
  const tag = tagOf(owner);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = (tag + probe) & (SLOTS - 1);
    const found = Atomics.load(tags, slot);
    if (found === tag && Number(Atomics.load(words, nameWord(slot))) === owner) return slot;
    if (found === EMPTY) return undefined;
  }
  return undefined;
}

/** For the supervisor: the slot of the name, a new one if it has none. undefined if every slot near it is taken. */
export function takeSlot(memory: LeaseMemory, name: SlotName): number | undefined {
  const found = findSlot(memory, name);
  if (found !== undefined) return found;
  const { tags, words } = memory;
  const owner = ownerOf(name);
  const tag = tagOf(owner);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = (tag + probe) & (SLOTS - 1);
    if (Atomics.load(tags, slot) >= TAGS_MIN) continue;
    const first = permitsWord(slot, 0);
    for (let word = first; word < nameWord(slot); word++) Atomics.store(words, word, 0n);
    Atomics.store(words, nameWord(slot), BigInt(owner));
    Atomics.store(tags, slot, tag);
    return slot;
  }
  return undefined;
}

export function freeSlot({ tags }: LeaseMemory, slot: number): void {
  Atomics.store(tags, slot, FREED);
}
