import { SHORTENED_BYTES_MAX, shortened } from '../lib/shortened.ts';
import type { Sale } from '../sale/fact.ts';
import { VALUES } from '../sale/report-dimensions.ts';

/**
 * A sale as bytes:
 *
 *     0  version        4  format             10  sold at, seconds
 *     1  key tag        5  country (3 bytes)  14  auction (16 bytes)
 *     2  flags, funnel  8  machine (2 bytes)  30  price; the price of the response, where it differs;
 *     3  turn, intent                             six texts, each after its length
 */
const VERSION = 2;
/** Of 0.1. The bytes are the same. */
const VERSION_BEFORE = 1;
const MACHINE_AT = 8;
const SOLD_AT = 10;
const AUCTION_AT = 14;
const PRICE_AT = 30;
const COUNTRY_AT = 5;
const COUNTRY_BYTES = 3;
const UUID_BYTES = 16;
const TEXTS = 6;

/** The bytes of a whole number up to 2^53, at seven bits a byte. */
const PRICE_BYTES_MAX = 8;
const BYTES_MAX = PRICE_AT + 2 * PRICE_BYTES_MAX + TEXTS * (1 + SHORTENED_BYTES_MAX);

/** Bits of byte 2. Funnel and sentiment are between them. */
const IS_TEST = 1;
const BILLS_ON_IMPRESSION = 2;
const HAS_RESPONSE_PRICE = 128;
/** Of byte 3, above turn and intent. */
const BILLS_ON_WIN = 64;

export type EncodedSale = {
  readonly sale: Sale;
  /** The price in the currency of the response, which is what a notice names. */
  readonly responseMicros: number;
};

/** Encoding is synchronous and its result is copied, so one buffer is enough. */
const scratch = Buffer.alloc(BYTES_MAX);

/** Ids that are too long for a token are shortened. */
export function encodeSale({ sale, responseMicros }: EncodedSale, keyTag: number): string {
  const { dimensions, priceMicros } = sale;
  checkMicros(priceMicros);
  checkMicros(responseMicros);
  const hasResponsePrice = responseMicros !== priceMicros;
  scratch[0] = VERSION;
  scratch[1] = keyTag;
  scratch[2] =
    (sale.isTest ? IS_TEST : 0) |
    (sale.billsOn === 'impression' ? BILLS_ON_IMPRESSION : 0) |
    (hasResponsePrice ? HAS_RESPONSE_PRICE : 0) |
    (indexIn(VALUES.funnel, dimensions.funnel) << 2) |
    (indexIn(VALUES.sentiment, dimensions.sentiment) << 5);
  scratch[3] =
    (sale.billsOn === 'win' ? BILLS_ON_WIN : 0) |
    indexIn(VALUES.turn, dimensions.turn) |
    (indexIn(VALUES.intent, dimensions.intent) << 3);
  scratch[4] = indexIn(VALUES.format, dimensions.format);
  // A country that is not known leaves zeros: `charCodeAt` gives NaN for it, which a byte holds as 0.
  for (let i = 0; i < COUNTRY_BYTES; i++)
    scratch[COUNTRY_AT + i] = dimensions.country.charCodeAt(i);
  scratch.writeUInt16BE(sale.machine, MACHINE_AT);
  scratch.writeUInt32BE(Math.floor(sale.soldMs / 1000), SOLD_AT);
  writeUuid(sale.auctionId);
  let end = writeNumber(priceMicros, PRICE_AT);
  if (hasResponsePrice) end = writeNumber(responseMicros, end);
  end = writeText(sale.impId, end);
  end = writeText(sale.partner, end);
  end = writeText(sale.seat, end);
  end = writeText(sale.campaign, end);
  end = writeText(sale.creative, end);
  end = writeText(dimensions.publisher, end);
  return scratch.toString('base64url', 0, end);
}

function checkMicros(micros: number): void {
  if (Number.isSafeInteger(micros) && micros >= 0) return;
  throw new Error(`expected a price that is a whole number of micros, but got ${micros}`);
}

function indexIn(values: readonly string[], value: string): number {
  return Math.max(0, values.indexOf(value));
}

/** Seven bits a byte, the lowest first. The eighth bit is set if more bytes follow. */
function writeNumber(number: number, start: number): number {
  let rest = number;
  let at = start;
  while (rest >= 0x80) {
    scratch[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  scratch[at++] = rest;
  return at;
}

/** Here, since a call into the runtime costs more than reading 32 digits. */
function writeUuid(uuid: string): void {
  let digits = 0;
  for (let i = 0; i < uuid.length; i++) {
    if (uuid[i] === '-') continue;
    const value = HEX_VALUE_BY_CHAR_CODE[uuid.charCodeAt(i)] ?? NOT_HEX;
    if (value === NOT_HEX || digits === 2 * UUID_BYTES) throw notUuid(uuid);
    const at = AUCTION_AT + (digits >> 1);
    scratch[at] = digits % 2 === 0 ? value << 4 : (scratch[at] ?? 0) | value;
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

function writeText(text: string, at: number): number {
  const asciiEnd = writeAscii(text, at + 1);
  if (asciiEnd !== undefined) {
    scratch[at] = text.length;
    return asciiEnd;
  }
  const length = scratch.write(shortened(text), at + 1);
  scratch[at] = length;
  return at + 1 + length;
}

/** The part of a token that selects the key for verifying it. */
export type SaleHeader = { readonly keyTag: number; readonly soldMs: number };

export function readHeader(bytes: Buffer): SaleHeader | undefined {
  if (bytes.length < PRICE_AT) return undefined;
  if (bytes[0] !== VERSION && bytes[0] !== VERSION_BEFORE) return undefined;
  return { keyTag: bytes[1] ?? 0, soldMs: bytes.readUInt32BE(SOLD_AT) * 1000 };
}

/** Decodes the bytes of a token whose signature has been verified; undefined if they are not a sale. */
export function decodeSale(bytes: Buffer): EncodedSale | undefined {
  const header = readHeader(bytes);
  if (header === undefined) return undefined;
  const [flags = 0, conversation = 0] = [bytes[2], bytes[3]];
  const price = readNumber(bytes, PRICE_AT);
  const responsePrice = flags & HAS_RESPONSE_PRICE ? readNumber(bytes, price.end) : price;
  const texts = readTexts(bytes, responsePrice.end);
  if (texts === undefined) return undefined;
  const [impId = '', partner = '', seat = '', campaign = '', creative = '', publisher = ''] = texts;
  const sale: Sale = {
    auctionId: uuidOf(bytes.toString('hex', AUCTION_AT, PRICE_AT)),
    impId,
    soldMs: header.soldMs,
    partner,
    seat,
    campaign,
    creative,
    priceMicros: price.number,
    billsOn: billsOnOf(flags, conversation),
    isTest: (flags & IS_TEST) === IS_TEST,
    machine: bytes.readUInt16BE(MACHINE_AT),
    dimensions: {
      publisher,
      country: bytes.toString('latin1', 5, 8).replaceAll('\0', ''),
      format: VALUES.format[bytes[4] ?? 0] ?? '',
      intent: VALUES.intent[(conversation >> 3) & 7] ?? '',
      funnel: VALUES.funnel[(flags >> 2) & 7] ?? '',
      sentiment: VALUES.sentiment[(flags >> 5) & 3] ?? '',
      turn: VALUES.turn[conversation & 7] ?? '',
    },
  };
  return { sale, responseMicros: responsePrice.number };
}

function billsOnOf(flags: number, conversation: number): Sale['billsOn'] {
  if (conversation & BILLS_ON_WIN) return 'win';
  return flags & BILLS_ON_IMPRESSION ? 'impression' : 'bill';
}

/** Nearly all ids are short ASCII texts. Undefined if this one is not. */
function writeAscii(text: string, at: number): number | undefined {
  if (text.length > SHORTENED_BYTES_MAX) return undefined;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > ASCII_MAX) return undefined;
    scratch[at + i] = code;
  }
  return at + text.length;
}

function readNumber(
  bytes: Buffer,
  start: number,
): { readonly number: number; readonly end: number } {
  let number = 0;
  let scale = 1;
  for (let at = start; at < start + PRICE_BYTES_MAX; at++) {
    const byte = bytes[at] ?? 0;
    number += (byte & 0x7f) * scale;
    if (byte < 0x80) return { number, end: at + 1 };
    scale *= 0x80;
  }
  return { number, end: start + PRICE_BYTES_MAX };
}

function readTexts(bytes: Buffer, start: number): readonly string[] | undefined {
  const texts: string[] = [];
  let at = start;
  for (let i = 0; i < TEXTS; i++) {
    const end = at + 1 + (bytes[at] ?? 0);
    if (end > bytes.length) return undefined;
    texts.push(bytes.toString('utf8', at + 1, end));
    at = end;
  }
  return at === bytes.length ? texts : undefined;
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
