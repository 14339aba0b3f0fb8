import { createHash, timingSafeEqual } from 'node:crypto';

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
