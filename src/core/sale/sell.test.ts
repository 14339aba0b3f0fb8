import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { AS_PREBID, aSeller, PUBLIC_URL } from '../../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE, type WinParts } from '../../../test/notices/a-win.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import type { BillOn } from './sell.ts';
import { openToken } from './token.ts';

const seller = (billOn: BillOn = 'burl', publicUrl = PUBLIC_URL) => aSeller({ billOn, publicUrl });

const sell = (parts: WinParts = {}, billOn?: BillOn) => seller(billOn)(aWin(parts));

const tokenIn = (url = '') => new URL(url).pathname.split('/')[3] ?? '';

describe('a sale', () => {
  test('is the win with all that reports need, and its notices carry it', () => {
    const format = KNOWN_FORMATS.find(({ id }) => id === 'native_mention');
    const { sale, nurl } = sell(format === undefined ? {} : { format });
    const dimensions = { ...SALE.dimensions, advertiser: 'shop.example' };
    expect(sale).toEqual({ ...SALE, portion: 0, dimensions });
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
    const plain = seller('burl', PLAIN_URL);
    const win = aWin({ offers, secure: 1 });
    expect(plain(win).ad).toEqual({ ...win.candidate.native, ver: '1.2' });
    expect(plain(aWin({ secure: 1 })).ad.imptrackers).toBeUndefined();
    expect(plain(win, AS_PREBID).clientTrackers).toBeUndefined();
  });
});
