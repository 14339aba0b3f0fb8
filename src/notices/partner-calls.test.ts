import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../test/notices/a-sale.ts';
import { aWin, BOTH_BY_IMAGE, type WinParts } from '../../test/notices/a-win.ts';
import { USD } from '../auction/currency.ts';
import type { FactKind } from '../sale/fact.ts';
import { macroTexts } from './macros.ts';
import { callsOf, type TrackerSide } from './partner-calls.ts';
import { type BillOn, createSaleNotices } from './sale-urls.ts';
import { CLICK_LIFE_MS, NOTICE_LIFE_MS } from './token.ts';

const MACROS = macroTexts(() => ({ AUCTION_ID: 'request 1', AUCTION_LOSS: '0' }));

function handOver(
  parts: WinParts,
  {
    isTest = false,
    billOn = 'burl' as BillOn,
    trackers = 'server' as TrackerSide,
    macros = MACROS,
  } = {},
) {
  const sell = createSaleNotices({
    publicUrl: 'https://bid.example',
    keys: KEYS,
    machine: 0,
    nowMs: () => NOON_MS,
    billOnOf: () => billOn,
    shareOf: () => 10_000,
  });
  const win = aWin(parts);
  const { auctionId, dimensions } = SALE;
  const fires = 'what-it-offers' as const;
  const selling = { auctionId, dimensions, isTest, fires, currency: USD, macros };
  const notices = sell(win, selling);
  return callsOf(win, { notices, macros, trackers });
}

const T = 'https://t.example';

describe('the notices of a bid', () => {
  const bid = { nurl: `${T}/n`, burl: `${T}/b`, lurl: `${T}/l` };

  test('are called by this server when it gets the same notice', () => {
    expect(handOver({ bid }).calls).toEqual({
      auctionId: SALE.auctionId,
      impId: 'imp-1',
      partner: 'acme',
      soldMs: NOON_MS,
      untilMs: NOON_MS + NOTICE_LIFE_MS,
      urls: { win: [`${T}/n`], bill: [`${T}/b`], loss: [`${T}/l`] },
    });
  });

  test('bill on the impression where the sale does', () => {
    const { calls } = handOver({ bid, offers: BOTH_BY_IMAGE }, { billOn: 'impression' });
    expect(calls?.urls).toMatchObject({ impression: [`${T}/b`] });
    expect(calls?.urls).not.toHaveProperty('bill');
  });

  test('bill on the win where the sale does, before its nurl (ruling 49)', () => {
    const { calls } = handOver({ bid, offers: BOTH_BY_IMAGE }, { billOn: 'win' });
    expect(calls?.urls).toEqual({ win: [`${T}/b`, `${T}/n`], loss: [`${T}/l`] });
  });

  test('have all macros filled but price, and the reason of a loss', () => {
    const query = '?i=${AUCTION_ID}&p=${AUCTION_PRICE}&q=${AUCTION_PRICE:B64}&l=${AUCTION_LOSS}';
    const { calls } = handOver({ bid: { nurl: `${T}/${query}`, lurl: `${T}/${query}` } });
    const start = `${T}/?i=request%201&p=\${AUCTION_PRICE}&q=\${AUCTION_PRICE:B64}`;
    expect(calls?.urls).toEqual({
      win: [`${start}&l=0`],
      loss: [`${start}&l=\${AUCTION_LOSS}`],
    });
  });

  test('in test mode are not called, and the ad is the same', () => {
    const parts: WinParts = {
      bid,
      offers: BOTH_BY_IMAGE,
      native: { imptrackers: [`${T}/i`] },
    };
    const tested = handOver(parts, { isTest: true });
    expect(tested.calls).toBeUndefined();
    expect(tested.native).toEqual(handOver(parts).native);
  });

  test('make no calls where the bid has none', () => {
    expect(handOver({}).calls).toBeUndefined();
  });

  for (const url of [
    '',
    'ftp://t.example',
    'javascript:x',
    '//t.example',
    `${T}/a b`,
    `${T}\r\n`,
  ]) {
    test(`are not called at ${JSON.stringify(url)}`, () => {
      expect(handOver({ bid: { nurl: url } }).calls).toBeUndefined();
    });
  }
});

describe('the trackers of an ad that the client calls', () => {
  const clicktrackers = [`${T}/c`];
  const native = {
    imptrackers: [`${T}/i`],
    eventtrackers: [{ event: 1, method: 1, url: `${T}/e` }],
    link: { url: 'https://shop.example', clicktrackers },
  };

  test('stay in the ad; the notices of the bid are called all the same (ruling 50)', () => {
    const parts = { bid: { nurl: `${T}/n` }, native, offers: BOTH_BY_IMAGE };
    const { calls, native: left } = handOver(parts, { trackers: 'client' });
    expect(left).toMatchObject(native);
    expect(calls?.urls).toEqual({ win: [`${T}/n`] });
  });
});

describe('the trackers of an ad', () => {
  const image = (event: number, url = `${T}/${event}`) => ({ event, method: 1, url });
  const script = { event: 1, method: 2, url: `${T}/js` };

  test('are called by this server where it is notified of the event, and otherwise stay', () => {
    const native = {
      imptrackers: [`${T}/old`],
      eventtrackers: [image(1), image(2), image(3), script, { event: 1, method: 1 }],
    };
    const heard = handOver({ offers: BOTH_BY_IMAGE, native });
    expect(heard.calls?.urls).toEqual({ impression: [`${T}/old`, `${T}/1`], viewable: [`${T}/2`] });
    expect(heard.native.imptrackers).toBeUndefined();
    expect(heard.native.eventtrackers).toEqual([image(3), script, { event: 1, method: 1 }]);

    const byPixel = handOver({ native });
    expect(byPixel.calls?.urls).toEqual({ impression: [`${T}/old`, `${T}/1`] });
    expect(byPixel.native.eventtrackers).toEqual([...native.eventtrackers.slice(1)]);

    const halfHeard = handOver({ offers: [{ event: 2, methods: [1] }], native });
    expect(halfHeard.calls?.urls).toEqual({ viewable: [`${T}/2`] });
    expect(halfHeard.native.imptrackers).toEqual([`${T}/old`]);
  });

  test('are called by this server also where they are the only URLs of the partner', () => {
    const offers = BOTH_BY_IMAGE;
    expect(handOver({ offers, native: { imptrackers: [`${T}/i`] } }).calls?.urls).toEqual({
      impression: [`${T}/i`],
    });
    expect(handOver({ offers, native: { eventtrackers: [image(2)] } }).calls?.urls).toEqual({
      viewable: [`${T}/2`],
    });
  });

  test('of clicks are called by this server, for as long as a click is accepted', () => {
    const link = { url: 'https://shop.example', clicktrackers: [`${T}/c`, 'app://c'] };
    const { calls, native } = handOver({ native: { link } });
    expect(calls).toMatchObject({
      soldMs: NOON_MS,
      untilMs: NOON_MS + NOTICE_LIFE_MS,
      clickUntilMs: NOON_MS + CLICK_LIFE_MS,
      urls: { click: [`${T}/c`] },
    });
    expect(native.link).toEqual({ url: 'https://shop.example', clicktrackers: ['app://c'] });
  });

  test('of clicks stay where this server gets no click, or cannot tell which link was clicked', () => {
    const clicktrackers = [`${T}/c`];
    const app = { link: { url: 'app://open', clicktrackers } };
    expect(handOver({ native: app })).toMatchObject({ calls: undefined, native: app });
    const several = {
      link: { url: 'https://shop.example', clicktrackers },
      assets: [
        { id: 1, title: { text: 'Tea' }, link: { url: 'https://shop.example/tea' } },
        { id: 2, title: { text: 'An asset without a link' } },
      ],
    };
    expect(handOver({ native: several })).toMatchObject({ calls: undefined, native: several });
  });

  test('beyond twenty, or too long, stay; the notices of the bid come first', () => {
    const imptrackers = Array.from({ length: 30 }, (_, i) => `${T}/${i}`);
    const native = { imptrackers: [`${T}/${'x'.repeat(2000)}`, ...imptrackers] };
    const bid = { nurl: `${T}/n`, burl: `${T}/b`, lurl: `${T}/l` };
    const { calls, native: left } = handOver({ bid, native, offers: BOTH_BY_IMAGE });
    const urls = (kind: FactKind) => calls?.urls[kind] ?? [];
    expect(urls('win').length + urls('bill').length + urls('loss').length).toBe(3);
    expect(urls('impression')).toEqual(imptrackers.slice(0, 17));
    expect(left.imptrackers).toEqual([native.imptrackers[0] ?? '', ...imptrackers.slice(17)]);
  });

  test('are filled only until twenty are found, and only until they are too long (ruling 72)', () => {
    let filled = 0;
    const macros = () => {
      filled += 1;
      return 'x'.repeat(500);
    };
    const fillsFor = (imptrackers: readonly string[]) => {
      filled = 0;
      handOver({ native: { imptrackers }, offers: BOTH_BY_IMAGE }, { macros });
      return filled;
    };
    expect(fillsFor(Array(200).fill(`${T}/\${AUCTION_ID}`))).toBe(20);
    expect(fillsFor([`${T}/${'${AUCTION_ID}'.repeat(100)}`])).toBe(4);
  });
});
