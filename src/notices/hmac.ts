/** HMAC-SHA-256 in base64url. Bun's own hasher takes two thirds of the time of `createHmac` and makes fewer objects. */
export function hmac(key: Buffer, text: string): string {
  return new Bun.CryptoHasher('sha256', key).update(text).digest('base64url');
}
