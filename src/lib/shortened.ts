import { createHash } from 'node:crypto';

/** The length of a UUID, the longest common id. */
export const SHORTENED_BYTES_MAX = 36;

/** 66 bits, so that two texts with the same beginning do not collide. */
const HASH_CHARACTERS = 11;
const PREFIX_BYTES_MAX = SHORTENED_BYTES_MAX - HASH_CHARACTERS - 1;

/** The most bytes of UTF-8 that one UTF-16 unit can take. */
const BYTES_PER_UNIT_MAX = 3;

/** The text, or, if it is too long, its beginning and a hash of the whole. Deterministic. */
export function shortened(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  if (whole.length * BYTES_PER_UNIT_MAX <= SHORTENED_BYTES_MAX) return whole;
  if (Buffer.byteLength(whole) <= SHORTENED_BYTES_MAX) return whole;
  const bytes = Buffer.from(whole);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS);
  return `${bytes.toString('utf8', 0, characterStart(bytes, PREFIX_BYTES_MAX))}~${hash}`;
}

/** The last index at or before this one at which a character begins. */
function characterStart(bytes: Uint8Array, index: number): number {
  let start = index;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
