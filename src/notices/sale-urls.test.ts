import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../test/notices/a-sale.ts';
import { aSeller, PUBLIC_URL, SELLING } from '../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE, type WinParts } from '../../test/notices/a-win.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import { markNative } from './mark-native.ts';
import { FORM_BY_WORD, isNoticeWord } from './paths.ts';
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

describe('the URLs of a sale', () => {
  test('leave the price and the reason to the caller', () => {
    const { nurl, burl, lurl } = sell();
    expect(nurl).toMatch(/^https:\/\/bid\.example\/n\/win\/[\w-]+\?p=\$\{AUCTION_PRICE\}$/);
    expect(burl).toMatch(/^https:\/\/bid\.example\/n\/bill\/[\w-]+\?p=\$\{AUCTION_PRICE\}$/);
    expect(lurl).toMatch(/^https:\/\/bid\.example\/n\/loss\/[\w-]+\?r=\$\{AUCTION_LOSS\}$/);
  });
});

describe('trackers', () => {
  test('are there for impression and viewable, by image where it is offered', () => {
    const { trackers } = sell({
      offers: [
        { event: 1, methods: [2, 1] },
        { event: 2, methods: [2] },
        { event: 3, methods: [1] },
      ],
    });
    expect(trackers.map(({ event, method }) => [event, method])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const [impression, viewable] = trackers.map(({ url }) => new URL(url).pathname.split('/'));
    expect([impression?.[2], viewable?.[2]]).toEqual(['imp', 'view.js']);
    const isOpened = (signedAs: 'impression' | 'viewable', token = '') =>
      openToken({ signedAs, token }, KEYS, NOON_MS).kind === 'sale';
    expect(isOpened('impression', impression?.[3])).toBeTrue();
    expect(isOpened('viewable', viewable?.[3])).toBeTrue();
  });

  test.each(['burl', 'impression', 'win'] as const)(
    'and links read nothing from the visitor, billed on %s (ruling 70)',
    (billOn) => {
      const offered = [[1], [2]].map((methods) => [1, 2].map((event) => ({ event, methods })));
      const sold = [undefined, ...offered].map((one) => sell(one && { offers: one }, billOn));
      const inMarkup = sold.flatMap(({ trackers, imptracker, link }) => [
        ...trackers.map(({ url }) => url),
        ...(imptracker === undefined ? [] : [imptracker]),
        link('https://shop.example/'),
      ]);
      const words = inMarkup.map((url) => new URL(url).pathname.split('/')[2] ?? '');
      expect(words.filter((word) => word !== 'click')).toEqual([
        'imp',
        'imp',
        'view',
        'imp.js',
        'view.js',
      ]);
      const read = words.map((word) => (isNoticeWord(word) ? FORM_BY_WORD[word].reads : 'unknown'));
      expect(new Set(read)).toEqual(new Set(['nothing']));
    },
  );
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
    const { native } = win.candidate;
    expect(markNative(native, notices, '1.2')).toEqual({ ...native, ver: '1.2' });
  });
});
