import { DIMENSIONS, NO_DIMENSIONS } from '../sale/dimensions.ts';
import { PER_IMPRESSION, type Sale, WHOLE_SHARE } from '../sale/fact.ts';
import type { EncodedSale, SaleHeader } from './sale-bytes.ts';
import { readBytes, readUuid } from './sale-bytes.ts';

/**
 * A sale as bytes in the tokens of Parley 0.1, whose clicks are valid for thirty days:
 *
 *     0  version        4  format             10  sold at, seconds
 *     1  key tag        5  country (3 bytes)  14  auction (16 bytes)
 *     2  flags, funnel  8  machine (2 bytes)  30  price; the price of the response, where it differs;
 *     3  turn, intent                             six texts, each after its length
 */
export const VERSION_1 = 1;
const COUNTRY_AT = 5;
const MACHINE_AT = 8;
const SOLD_AT = 10;
const AUCTION_AT = 14;
const PRICE_AT = 30;

/** Bits of byte 2. Funnel and sentiment are between them. */
const IS_TEST = 1;
const BILLS_ON_IMPRESSION = 2;
const HAS_RESPONSE_PRICE = 128;
/** Of byte 3, above turn and intent. */
const BILLS_ON_WIN = 64;

export function readHeaderV1(bytes: Buffer): SaleHeader | undefined {
  if (bytes.length < PRICE_AT) return undefined;
  return { keyTag: bytes[1] ?? 0, soldMs: bytes.readUInt32BE(SOLD_AT) * 1000 };
}

export function decodeSaleV1(bytes: Buffer): EncodedSale | undefined {
  const header = readHeaderV1(bytes);
  if (header === undefined) return undefined;
  const [flags = 0, conversation = 0, format = 0] = bytes.subarray(2);
  const reader = readBytes(bytes, PRICE_AT);
  const priceMicros = reader.number();
  const responseMicros = flags & HAS_RESPONSE_PRICE ? reader.number() : priceMicros;
  const [impId, partner, seat] = [reader.text(), reader.text(), reader.text()];
  const [campaign, creative, publisher] = [reader.text(), reader.text(), reader.text()];
  if (reader.left() !== 0) return undefined;
  const sale: Sale = {
    auctionId: readUuid(bytes, AUCTION_AT),
    impId,
    soldMs: header.soldMs,
    partner,
    seat,
    campaign,
    creative,
    priceMicros,
    shareBasisPoints: WHOLE_SHARE,
    charge: PER_IMPRESSION,
    billsOn: billsOnOf(flags, conversation),
    isTest: (flags & IS_TEST) === IS_TEST,
    machine: bytes.readUInt16BE(MACHINE_AT),
    dimensions: {
      ...NO_DIMENSIONS,
      publisher,
      country: bytes.toString('latin1', COUNTRY_AT, MACHINE_AT).replaceAll('\0', ''),
      format: valueAt('format', format),
      intent: valueAt('intent', (conversation >> 3) & 7),
      funnel: valueAt('funnel', (flags >> 2) & 7),
      sentiment: valueAt('sentiment', (flags >> 5) & 3),
      turn: valueAt('turn', conversation & 7),
    },
  };
  return { sale, responseMicros };
}

function billsOnOf(flags: number, conversation: number): Sale['billsOn'] {
  if (conversation & BILLS_ON_WIN) return 'win';
  return flags & BILLS_ON_IMPRESSION ? 'impression' : 'bill';
}

type Listed = 'format' | 'intent' | 'funnel' | 'sentiment' | 'turn';

function valueAt(name: Listed, index: number): string {
  return DIMENSIONS[name].inToken.values[index] ?? '';
}
