import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anySale, SALE } from '../../../test/notices/a-sale.ts';
import { decodeSale, encodeSale, PAYLOAD_LENGTH_MAX, readHeader } from './sale-codec.ts';

const KEY_TAG = 228;
const encode = (sale = SALE, responseMicros = sale.priceMicros) =>
  encodeSale({ sale, responseMicros }, KEY_TAG);
const bytesOf = (payload: string) => Buffer.from(payload, 'base64url');

/** `SALE` with its seven dimensions, of which the number comes before them. */
const KEPT =
  'AeRQavmewD8cnC6PCkxZnQ4KGyw9Tl-gy5gB2DYDBWltcC0xBGFjbWUGc2VhdC03BGMtNDIEY3ItOQcFcHViLTEDREVVBAUCAgM';
const KEPT_DIMENSIONS = 7;
const NUMBER_AT = -(KEPT_DIMENSIONS + 'pub-1'.length + 'DEU'.length + 1);

describe('a sale in a token', () => {
  test('is given back as it was, whatever it holds', () => {
    const price = fc.option(fc.integer({ min: 1, max: 2 ** 53 - 1 }), { nil: undefined });
    fc.assert(
      fc.property(anySale, price, (sale, other) => {
        const responseMicros = other ?? sale.priceMicros;
        const payload = encode(sale, responseMicros);
        expect(payload.length).toBeLessThanOrEqual(PAYLOAD_LENGTH_MAX);
        const bytes = bytesOf(payload);
        expect(readHeader(bytes)).toEqual({ keyTag: KEY_TAG, soldMs: sale.soldMs });
        expect(decodeSale(bytes)).toEqual({ sale, responseMicros });
      }),
    );
  });

  test('that another release has made is read, so that ads sold before an upgrade still count', () => {
    expect(decodeSale(bytesOf(KEPT))).toEqual({ sale: SALE, responseMicros: SALE.priceMicros });
  });

  test('is read without the dimensions that only a newer Parley knows', () => {
    const more = 40;
    const newer = Buffer.concat([bytesOf(KEPT), Buffer.alloc(more)]);
    newer[newer.length - more + NUMBER_AT] = KEPT_DIMENSIONS + more;
    expect(decodeSale(newer)?.sale).toEqual(SALE);
  });

  test('has no value for the dimensions that an older Parley did not know', () => {
    const older = bytesOf(KEPT).subarray(0, -2);
    older[older.length + 2 + NUMBER_AT] = KEPT_DIMENSIONS - 2;
    const dimensions = { ...SALE.dimensions, sentiment: '', turn: '' };
    expect(decodeSale(older)?.sale).toEqual({ ...SALE, dimensions });
  });

  test('that is cut off is no sale', () => {
    const bytes = bytesOf(encode());
    for (let length = 0; length < bytes.length; length++) {
      expect(decodeSale(Buffer.from(bytes.subarray(0, length)))).toBeUndefined();
    }
  });
});
