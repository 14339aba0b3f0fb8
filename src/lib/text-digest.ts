import { createHash } from 'node:crypto';

/** 48 bits: of a hundred thousand texts, one in a billion others has the digest of one of them. */
const DIGEST_DIGITS = 12;

/** Tells whether a text is the one that was seen before, without keeping it: it may be about a person. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS);
}
