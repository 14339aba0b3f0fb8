/** Reads bits of a base64url text in place, without a decoded copy and without exceptions. */

/**
 * A position in base64url characters. A read past the end returns zero and leaves the reader overrun, so a caller
 * can read several fields and check `isOverrun` once.
 */
export type BitReader = {
  readonly text: string;
  readonly charStart: number;
  readonly bitCount: number;
  /** The number of bits read or skipped. */
  at: number;
};

const BITS_PER_CHAR = 6;
const NOT_BASE64URL = 0xff;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const VALUE_BY_CHAR_CODE = new Uint8Array(128).fill(NOT_BASE64URL);
for (let value = 0; value < ALPHABET.length; value++) {
  VALUE_BY_CHAR_CODE[ALPHABET.charCodeAt(value)] = value;
}

function valueAt(text: string, index: number): number {
  return VALUE_BY_CHAR_CODE[text.charCodeAt(index)] ?? NOT_BASE64URL;
}

/** A reader of the characters between two indexes. Undefined if there are none or, checked once here, no base64url. */
export function openBits(text: string, from: number, to: number): BitReader | undefined {
  if (from >= to || to > text.length) return undefined;
  for (let index = from; index < to; index++) {
    if (valueAt(text, index) === NOT_BASE64URL) return undefined;
  }
  return { text, charStart: from, bitCount: (to - from) * BITS_PER_CHAR, at: 0 };
}

/**
 * Reads bits at any position as an unsigned number, the first bit the highest. Zero if the text ends before them. At
 * most 24 bits: together with the rest of the first and last character they fit into an int32.
 */
export function bitsAt(reader: BitReader, offset: number, width: number): number {
  if (offset + width > reader.bitCount) return 0;
  const { text } = reader;
  const oddBits = offset % BITS_PER_CHAR;
  let index = reader.charStart + ((offset / BITS_PER_CHAR) | 0);
  let value = valueAt(text, index) & (0b111111 >> oddBits);
  let missing = width + oddBits - BITS_PER_CHAR;
  for (; missing > 0; missing -= BITS_PER_CHAR) {
    value = (value << BITS_PER_CHAR) | valueAt(text, ++index);
  }
  return value >> -missing;
}

/** The next bits; see `bitsAt`. */
export function takeBits(reader: BitReader, width: number): number {
  const value = bitsAt(reader, reader.at, width);
  reader.at += width;
  return value;
}

export function skipBits(reader: BitReader, count: number): void {
  reader.at += count;
}

export function isOverrun(reader: BitReader): boolean {
  return reader.at > reader.bitCount;
}

/**
 * Reads the segments that follow the core of a text, which is of type 0. Returns false if one is malformed. Each type
 * may occur once, which also bounds their number.
 */
export function readSegments(
  text: string,
  coreEnd: number,
  typeBits: number,
  read: (type: number, segment: BitReader) => boolean,
): boolean {
  let seenTypes = 1;
  for (let end = coreEnd; end < text.length; ) {
    const start = end + 1;
    end = partEnd(text, '.', start);
    const segment = openBits(text, start, end);
    if (segment === undefined) return false;
    const type = takeBits(segment, typeBits);
    if ((seenTypes & (1 << type)) !== 0 || !read(type, segment)) return false;
    seenTypes |= 1 << type;
  }
  return true;
}

/** Returns the end of the part that starts at an index: the next separator, or the end of the text. */
export function partEnd(text: string, separator: '.' | '~', start: number): number {
  const index = text.indexOf(separator, start);
  return index === -1 ? text.length : index;
}
