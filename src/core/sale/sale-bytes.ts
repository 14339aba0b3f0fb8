import { SHORTENED_BYTES_MAX, shortened } from '../../lib/shortened.ts';
import type { Sale } from './fact.ts';

/** What the payload of a token holds. */
export type EncodedSale = {
  readonly sale: Sale;
  /** The price in the currency of the response, which is what a notice names. */
  readonly responseMicros: number;
};

/** The part of a token that selects the key for verifying it. */
export type SaleHeader = { readonly keyTag: number; readonly soldMs: number };

/** The bytes of a whole number up to 2^53, at seven bits a byte. */
export const NUMBER_BYTES_MAX = 8;

export const UUID_BYTES = 16;

/** Seven bits a byte, the lowest first. The eighth bit is set if more bytes follow. Returns the end. */
export function writeNumber(bytes: Buffer, number: number, start: number): number {
  let rest = number;
  let at = start;
  while (rest >= 0x80) {
    bytes[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  bytes[at++] = rest;
  return at;
}

/** Here, since a call into the runtime costs more than reading 32 digits. */
export function writeUuid(bytes: Buffer, uuid: string, start: number): void {
  let digits = 0;
  for (let i = 0; i < uuid.length; i++) {
    if (uuid[i] === '-') continue;
    const value = HEX_VALUE_BY_CHAR_CODE[uuid.charCodeAt(i)] ?? NOT_HEX;
    if (value === NOT_HEX || digits === 2 * UUID_BYTES) throw notUuid(uuid);
    const at = start + (digits >> 1);
    bytes[at] = digits % 2 === 0 ? value << 4 : (bytes[at] ?? 0) | value;
    digits++;
  }
  if (digits < 2 * UUID_BYTES) throw notUuid(uuid);
}

const NOT_HEX = 16;
const HEX_VALUE_BY_CHAR_CODE = new Uint8Array(128).fill(NOT_HEX);
for (let value = 0; value < NOT_HEX; value++) {
  const digit = value.toString(16);
  HEX_VALUE_BY_CHAR_CODE[digit.charCodeAt(0)] = value;
  HEX_VALUE_BY_CHAR_CODE[digit.toUpperCase().charCodeAt(0)] = value;
}

function notUuid(text: string): Error {
  return new Error(`expected a UUID as auction id, but got "${text}"`);
}

const ASCII_MAX = 0x7f;

/** The text after its length; a long one is shortened. Returns the end. */
export function writeText(bytes: Buffer, text: string, at: number): number {
  const asciiEnd = writeAscii(bytes, text, at + 1);
  if (asciiEnd !== undefined) {
    bytes[at] = text.length;
    return asciiEnd;
  }
  const length = bytes.write(shortened(text), at + 1);
  bytes[at] = length;
  return at + 1 + length;
}

/** Nearly all ids are short ASCII texts. Undefined if this one is not. */
function writeAscii(bytes: Buffer, text: string, at: number): number | undefined {
  if (text.length > SHORTENED_BYTES_MAX) return undefined;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > ASCII_MAX) return undefined;
    bytes[at + i] = code;
  }
  return at + text.length;
}

export type ByteReader = ReturnType<typeof readBytes>;

/** Reads one value after the other. What is beyond the end is 0 or ''. */
export function readBytes(bytes: Buffer, start: number) {
  let at = start;
  const byte = () => bytes[at++] ?? 0;
  return {
    byte,
    number(): number {
      let number = 0;
      let scale = 1;
      for (let i = 0; i < NUMBER_BYTES_MAX; i++) {
        const next = byte();
        number += (next & 0x7f) * scale;
        if (next < 0x80) break;
        scale *= 0x80;
      }
      return number;
    },
    text(): string {
      const length = byte();
      at += length;
      return bytes.toString('utf8', at - length, at);
    },
    /** The bytes that follow, negative if more were read than there are. */
    left: () => bytes.length - at,
  };
}

export function readUuid(bytes: Buffer, start: number): string {
  const hex = bytes.toString('hex', start, start + UUID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
