/** HMAC-SHA-256 of a text under one key, in base64url. */
export type Hmac = (text: string) => string;

/** The key is hashed once. A copy of that state takes less than half the time of a new hasher. */
export function createHmac(key: Buffer): Hmac {
  const keyed = new Bun.CryptoHasher('sha256', key);
  return (text) => keyed.copy().update(text).digest('base64url');
}
