import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { AS_PREBID, aSeller, PUBLIC_URL, SELLING } from '../../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE, type WinParts } from '../../../test/notices/a-win.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import { markNative } from './mark-native.ts';
import type { BillOn } from './sale-urls.ts';
import { openToken } from './token.ts';

const seller = (billOn: BillOn = 'burl', publicUrl = PUBLIC_URL) => aSeller({ billOn, publicUrl });

const sell = (parts: WinParts = {}, billOn?: BillOn) => seller(billOn)(aWin(parts), SELLING);

const tokenIn = (url = '') => new URL(url).pathname.split('/')[3] ?? '';

describe('a sale', () => {
  test('is the win with all that reports need, and its notices carry it', () => {
    const format = KNOWN_FORMATS.find(({ id }) => id === 'native_mention');
    const { sale, nurl } = sell(format === undefined ? {} : { format });
    const dimensions = { ...SALE.dimensions, advertiser: 'shop.example' };
    expect(sale).toEqual({ ...SALE, dimensions });
    const token = tokenIn(nurl);
    expect(openToken({ signedAs: 'win', token }, KEYS, NOON_MS)).toMatchObject({
      kind: 'sale',
      sale,
    });
  });
});

describe('where an impression takes https only and we have none', () => {
  const PLAIN_URL = 'http://bid.example';
  const offers = BOTH_BY_IMAGE;

  test('the ad has nothing of ours in it, and its links stay', () => {
    const win = aWin({ offers, secure: 1 });
    const notices = seller('burl', PLAIN_URL)(win, SELLING);
    expect(notices.trackers).toEqual([]);
    const plain = seller('burl', PLAIN_URL)(aWin({ secure: 1 }), SELLING);
    expect(plain.imptracker).toBeUndefined();
    expect(seller('burl', PLAIN_URL)(win, AS_PREBID).clientTrackers).toBeUndefined();
    const { native } = win.candidate;
    expect(markNative(native, notices, '1.2')).toEqual({ ...native, ver: '1.2' });
  });
});
