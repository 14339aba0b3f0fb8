/** 1 MiB in all. Each bucket holds the last four codes that hash to it. */
const CODES = 131_072;
const PER_BUCKET = 4;
const WORDS_PER_CODE = 2;

/**
 * Remembers recently journalled notices by their signatures.
 *
 * Keeps 64 bits of each code in memory of a fixed size; a new code replaces the oldest of its bucket. Codes
 * are keyed digests, so nobody can construct two that collide.
 */
export function createSeenTokens() {
  const words = new Uint32Array(CODES * WORDS_PER_CODE);
  const bucketOf = (low: number) => (low % (CODES / PER_BUCKET)) * PER_BUCKET * WORDS_PER_CODE;
  return {
    has(code: string): boolean {
      const [low, high] = halvesOf(code);
      const bucket = bucketOf(low);
      for (let at = bucket; at < bucket + PER_BUCKET * WORDS_PER_CODE; at += WORDS_PER_CODE) {
        if (words[at] === low && words[at + 1] === high) return true;
      }
      return false;
    },
    add(code: string): void {
      const [low, high] = halvesOf(code);
      const bucket = bucketOf(low);
      words.copyWithin(bucket + WORDS_PER_CODE, bucket, bucket + (PER_BUCKET - 1) * WORDS_PER_CODE);
      words[bucket] = low;
      words[bucket + 1] = high;
    },
  };
}

function halvesOf(code: string): readonly [number, number] {
  const bytes = Buffer.from(code, 'base64url');
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}
