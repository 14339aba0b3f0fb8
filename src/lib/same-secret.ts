import { createHash, timingSafeEqual } from 'node:crypto';

/** The hash of a secret, to compare guesses with. */
export type SecretHash = Uint8Array;

export function hashSecret(secret: string): SecretHash {
  return createHash('sha256').update(secret).digest();
}

/** Compares hashes, so that the time it takes depends on neither the content nor the length of a secret. */
export function isSameSecret(given: string, expected: string): boolean {
  return isSameHash(hashSecret(given), hashSecret(expected));
}

export function isSameHash(given: SecretHash, expected: SecretHash): boolean {
  return timingSafeEqual(given, expected);
}

/** Compares with all of them, so that the time does not tell which one was right. */
export function isOneOf(given: string, secrets: readonly SecretHash[]): boolean {
  const hash = hashSecret(given);
  let matches = 0;
  for (const secret of secrets) matches += Number(isSameHash(hash, secret));
  return matches > 0;
}

/** The token of `Authorization: Bearer <token>`; the scheme's case does not matter (RFC 9110). */
export function bearerOf(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
}
