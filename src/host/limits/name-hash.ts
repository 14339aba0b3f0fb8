import { shortened } from '../../lib/shortened.ts';

const HASH_BITS = 44;

const PUBLISHER_UNITS_MAX = 64;

/** The name that requests of a publisher are counted by. They are counted before they are validated, so its id can be of any length. */
export function publisherName(id: string): string {
  return id.length <= PUBLISHER_UNITS_MAX ? id : shortened(id);
}

/**
 * A name as a number of 44 bits. An IPv4 address is its own number. Other names are hashed with a secret
 * seed, so that no caller can choose names that collide.
 */
export function nameOf(text: string, seed: number): number {
  return ipv4Of(text) ?? hash(text, seed) % 2 ** HASH_BITS;
}

function ipv4Of(text: string): number | undefined {
  let address = 0;
  let byte = -1;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2e) {
      if (byte === -1 || ++dots > 3) return undefined;
      address = address * 256 + byte;
      byte = -1;
      continue;
    }
    if (code < 0x30 || code > 0x39) return undefined;
    byte = (byte === -1 ? 0 : byte * 10) + code - 0x30;
    if (byte > 255) return undefined;
  }
  return dots === 3 && byte !== -1 ? address * 256 + byte : undefined;
}

/** Two rounds of multiply and mix over the UTF-16 units, 53 bits wide. */
function hash(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return finished(a, b);
}

function finished(first: number, second: number): number {
  let a = first;
  let b = second;
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/** 64 bits that nobody else knows. */
export type Secret64 = { readonly low: number; readonly high: number };

/**
 * One of the names that belong to a digest under a key: which ones do, only who has both can tell. The key is used before
 * and after a mixing. Used once, two keys would differ by the same for every digest, and that difference would lead from
 * the names under one key to those under the other.
 */
export function nameUnder(digest: Secret64, key: Secret64, numbered: number, salt: number): number {
  const keyed = finished(
    Math.imul(digest.low ^ key.low, 2654435761),
    Math.imul(digest.high ^ key.high ^ Math.imul(salt, 0x9e3779b1), 1597334677),
  );
  const a = Math.imul((keyed >>> 0) ^ key.high ^ (numbered >>> 0), 2654435761);
  const b = Math.imul(upperOf(keyed) ^ key.low ^ upperOf(numbered), 1597334677);
  return finished(a, b) % 2 ** HASH_BITS;
}

const upperOf = (number: number) => Math.floor(number / 2 ** 32);

/** A number of up to 53 bits as 32 bits that all of them have changed. */
export function mixed(name: number): number {
  const high = Math.floor(name / 2 ** 32);
  return Math.imul((name >>> 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
}
