import { createHash, timingSafeEqual } from 'node:crypto';

/** HMAC of a text under one key, in base64url. */
export type Hmac = (text: string) => string;

/** The key is hashed once. A copy of that state takes less than half the time of a new hasher. */
export function createHmac(key: Buffer, algorithm: 'sha256' | 'sha512' = 'sha256'): Hmac {
  const keyed = new Bun.CryptoHasher(algorithm, key);
  return (text) => keyed.copy().update(text).digest('base64url');
}

/** The first 64 bits of the same, without a text of them. */
export function createHmac64(key: Buffer): (text: string) => { low: number; high: number } {
  const keyed = new Bun.CryptoHasher('sha256', key);
  const digest = new Int32Array(DIGEST_WORDS_MIN);
  return (text) => {
    keyed.copy().update(text).digest(digest);
    return { low: digest[0] ?? 0, high: digest[1] ?? 0 };
  };
}

/** Bun writes into no less, whatever the digest. */
const DIGEST_WORDS_MIN = 16;

/** The hash of a secret, to compare guesses with. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Compares hashes, so that the time it takes depends on neither the content nor the length of a secret. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}

/** Compares with all of them, so that the time does not tell which one was right. */
export function isOneOf(given: string, secrets: readonly Uint8Array[]): boolean {
  const hash = hashSecret(given);
  let matches = 0;
  for (const secret of secrets) matches += Number(timingSafeEqual(hash, secret));
  return matches > 0;
}

/** The token of `Authorization: Bearer <token>`; the scheme's case does not matter (RFC 9110). */
export function bearerOf(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
}
