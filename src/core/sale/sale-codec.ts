import { SHORTENED_BYTES_MAX, shortened } from '../../lib/shortened.ts';
import { DIMENSION_TOKENS, type Dimensions, NO_DIMENSIONS } from './dimensions.ts';
import { CHARGE_UNITS, type Charge, PER_IMPRESSION, type Sale, WHOLE_SHARE } from './fact.ts';

/** What the payload of a token holds. */
export type EncodedSale = {
  readonly sale: Sale;
  /** The price in the currency of the response, which is what a notice names. */
  readonly responseMicros: number;
};

/** The part of a token that selects the key for verifying it. */
type SaleHeader = { readonly keyTag: number; readonly soldMs: number };

/** The bytes of a whole number up to 2^53, at seven bits a byte. */
const NUMBER_BYTES_MAX = 8;

export const UUID_BYTES = 16;

/** Seven bits a byte, the lowest first. The eighth bit is set if more bytes follow. Returns the end. */
function writeNumber(bytes: Buffer, number: number, start: number): number {
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

type ByteReader = ReturnType<typeof readBytes>;

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

/**
 * A sale as bytes:
 *
 *     0  version    3  sold at, seconds    23  price; the price of the response, the share and the charge, where they
 *     1  key tag    7  auction (16 bytes)      differ from the usual; five texts, each after its length; the number of
 *     2  flags                               dimensions; each dimension, in the order of their table
 *
 * While machines are replaced one by one, they may know different numbers of dimensions. A reader leaves out those that
 * it does not know, and those that are missing are unknown.
 */
const VERSION = 1;
const SOLD_AT = 3;
const AUCTION_AT = 7;
const PRICE_AT = AUCTION_AT + UUID_BYTES;
const TEXTS = 5;
const SHARE_BYTES_MAX = 2;

const DIMENSION_BYTES_MAX = DIMENSION_TOKENS.map(([, { values, textBytesMax }]) =>
  values === undefined ? 1 + textBytesMax : 1,
).reduce((sum, bytes) => sum + bytes, 1);

const BYTES_MAX =
  PRICE_AT +
  4 * NUMBER_BYTES_MAX +
  SHARE_BYTES_MAX +
  1 +
  TEXTS * (1 + SHORTENED_BYTES_MAX) +
  DIMENSION_BYTES_MAX;

/** Of a sale in base64url. */
export const PAYLOAD_LENGTH_MAX = Math.ceil((BYTES_MAX * 4) / 3);

/** Bits of byte 2. */
const IS_TEST = 1;
const BILLS_ON_IMPRESSION = 2;
const BILLS_ON_WIN = 4;
const HAS_RESPONSE_PRICE = 8;
const HAS_SHARE = 16;
const HAS_CHARGE = 32;
const HAS_PORTION = 64;

/** Encoding is synchronous and its result is copied, so one buffer is enough. */
const scratch = Buffer.alloc(BYTES_MAX + SHORTENED_BYTES_MAX);

/** Ids that are too long for a token are shortened. */
export function encodeSale({ sale, responseMicros }: EncodedSale, keyTag: number): string {
  const { priceMicros, shareBasisPoints, charge } = sale;
  checkMicros(priceMicros);
  checkMicros(responseMicros);
  const hasResponsePrice = responseMicros !== priceMicros;
  const hasShare = shareBasisPoints !== WHOLE_SHARE;
  scratch[0] = VERSION;
  scratch[1] = keyTag;
  scratch[2] =
    (sale.isTest ? IS_TEST : 0) |
    (sale.billsOn === 'impression' ? BILLS_ON_IMPRESSION : 0) |
    (sale.billsOn === 'win' ? BILLS_ON_WIN : 0) |
    (hasResponsePrice ? HAS_RESPONSE_PRICE : 0) |
    (hasShare ? HAS_SHARE : 0) |
    (charge.per === 'impression' ? 0 : HAS_CHARGE) |
    (sale.portion === 0 ? 0 : HAS_PORTION);
  scratch.writeUInt32BE(Math.floor(sale.soldMs / 1000), SOLD_AT);
  writeUuid(scratch, sale.auctionId, AUCTION_AT);
  let end = writeNumber(scratch, priceMicros, PRICE_AT);
  if (hasResponsePrice) end = writeNumber(scratch, responseMicros, end);
  if (hasShare) end = writeNumber(scratch, shareBasisPoints, end);
  if (charge.per !== 'impression') end = writeCharge(charge, end);
  if (sale.portion !== 0) end = writeNumber(scratch, sale.portion, end);
  end = writeText(scratch, sale.impId, end);
  end = writeText(scratch, sale.partner, end);
  end = writeText(scratch, sale.seat, end);
  end = writeText(scratch, sale.campaign, end);
  end = writeText(scratch, sale.creative, end);
  end = writeDimensions(sale.dimensions, end);
  return scratch.toString('base64url', 0, end);
}

function writeCharge(
  charge: Exclude<Charge, { readonly per: 'impression' }>,
  start: number,
): number {
  checkMicros(charge.micros);
  scratch[start] = CHARGE_UNITS.indexOf(charge.per);
  return writeNumber(scratch, charge.micros, start + 1);
}

function checkMicros(micros: number): void {
  if (Number.isSafeInteger(micros) && micros >= 0) return;
  throw new Error(`expected a price that is a whole number of micros, but got ${micros}`);
}

function writeDimensions(dimensions: Dimensions, start: number): number {
  let at = start;
  scratch[at++] = DIMENSION_TOKENS.length;
  for (const [name, { values }] of DIMENSION_TOKENS) {
    if (values === undefined) at = writeText(scratch, dimensions[name], at);
    else scratch[at++] = Math.max(0, values.indexOf(dimensions[name]));
  }
  return at;
}

export function readHeader(bytes: Buffer): SaleHeader | undefined {
  if (bytes.length < PRICE_AT || bytes[0] !== VERSION) return undefined;
  return { keyTag: bytes[1] ?? 0, soldMs: bytes.readUInt32BE(SOLD_AT) * 1000 };
}

/** Decodes the bytes of a token whose signature has been verified; undefined if they are not a sale. */
export function decodeSale(bytes: Buffer): EncodedSale | undefined {
  const header = readHeader(bytes);
  if (header === undefined) return undefined;
  const flags = bytes[2] ?? 0;
  const reader = readBytes(bytes, PRICE_AT);
  const priceMicros = reader.number();
  const responseMicros = flags & HAS_RESPONSE_PRICE ? reader.number() : priceMicros;
  const shareBasisPoints = flags & HAS_SHARE ? reader.number() : WHOLE_SHARE;
  const charge = flags & HAS_CHARGE ? readCharge(reader) : PER_IMPRESSION;
  const portion = flags & HAS_PORTION ? reader.number() : 0;
  const sale: Sale = {
    auctionId: readUuid(bytes, AUCTION_AT),
    impId: reader.text(),
    soldMs: header.soldMs,
    partner: reader.text(),
    seat: reader.text(),
    campaign: reader.text(),
    creative: reader.text(),
    priceMicros,
    shareBasisPoints,
    charge,
    billsOn: billsOnOf(flags),
    isTest: (flags & IS_TEST) === IS_TEST,
    portion,
    dimensions: readDimensions(reader),
  };
  return reader.left() < 0 ? undefined : { sale, responseMicros };
}

function billsOnOf(flags: number): Sale['billsOn'] {
  if (flags & BILLS_ON_WIN) return 'win';
  return flags & BILLS_ON_IMPRESSION ? 'impression' : 'bill';
}

function readCharge(reader: ByteReader): Charge {
  const per = CHARGE_UNITS[reader.byte()] ?? 'impression';
  const micros = reader.number();
  return per === 'impression' ? PER_IMPRESSION : { per, micros };
}

function readDimensions(reader: ByteReader): Dimensions {
  const dimensions = { ...NO_DIMENSIONS };
  const known = Math.min(reader.byte(), DIMENSION_TOKENS.length);
  for (const [name, { values }] of DIMENSION_TOKENS.slice(0, known)) {
    dimensions[name] = values === undefined ? reader.text() : (values[reader.byte()] ?? '');
  }
  return dimensions;
}
