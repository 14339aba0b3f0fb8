/** Remembers which notices were kept lately, by the codes that sign them. */
export type SeenTokens = {
  readonly has: (code: string) => boolean;
  readonly add: (code: string) => void;
};

/** In 1 MiB. A place holds the last four codes that belong there. */
const CODES = 131_072;
const PER_PLACE = 4;
const WORDS_PER_CODE = 2;

/**
 * 64 bits of each code, in memory of a fixed size, where a new one takes the place of an old one. Codes are
 * digests with a secret key, so that nobody can make two that are taken for each other.
 */
export function createSeenTokens(): SeenTokens {
  const words = new Uint32Array(CODES * WORDS_PER_CODE);
  const placeOf = (low: number) => (low % (CODES / PER_PLACE)) * PER_PLACE * WORDS_PER_CODE;
  return {
    has(code) {
      const [low, high] = halvesOf(code);
      const place = placeOf(low);
      for (let at = place; at < place + PER_PLACE * WORDS_PER_CODE; at += WORDS_PER_CODE) {
        if (words[at] === low && words[at + 1] === high) return true;
      }
      return false;
    },
    add(code) {
      const [low, high] = halvesOf(code);
      const place = placeOf(low);
      words.copyWithin(place + WORDS_PER_CODE, place, place + (PER_PLACE - 1) * WORDS_PER_CODE);
      words[place] = low;
      words[place + 1] = high;
    },
  };
}

function halvesOf(code: string): readonly [number, number] {
  const bytes = Buffer.from(code, 'base64url');
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}
