import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BidFields, bidOn, nativeAd } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

/** Each row: what the publisher asked, what the partner bid, and the loss code it gets with its slug. */
type Row = {
  readonly name: string;
  readonly request?: BidFields;
  readonly imp?: BidFields;
  readonly native?: BidFields;
  readonly bid?: BidFields;
  readonly response?: BidFields;
  readonly code: number;
  readonly slug?: string;
};

const WON = 0;

const deals = (deal: BidFields, more: BidFields = {}) => ({
  pmp: { deals: [{ id: 'd1', ...deal }], ...more },
});
const asks = (...assets: BidFields[]) => ({ assets });
const answers = (...assets: BidFields[]) => ({ adm: nativeAd({ assets }) });

const title = { id: 1, required: 1, title: { len: 10 } };
const aTitle = { id: 1, title: { text: 'Short' } };
const image = (img: BidFields) => ({ id: 2, img: { type: 3, ...img } });

const ROWS: readonly Row[] = [
  { name: 'a sound bid wins', code: WON },
  { name: 'a bid without a price is dropped', bid: { price: 0 }, code: 9, slug: 'invalid-bid' },
  { name: 'a negative price is dropped', bid: { price: -1 }, code: 9 },
  { name: 'a bid at the floor wins', imp: { bidfloor: 2 }, code: WON },
  {
    name: 'a bid one micro below the floor is dropped (rule 10)',
    imp: { bidfloor: 2 },
    bid: { price: 1.999999 },
    code: 100,
    slug: 'below-floor',
  },
  { name: 'an unknown currency is dropped', response: { cur: 'SEK' }, code: 3, slug: 'currency' },
  {
    name: 'a configured currency is converted',
    response: { cur: 'EUR' },
    imp: { bidfloor: 2.2 },
    code: WON,
  },
  {
    name: 'a converted bid below the floor is dropped',
    response: { cur: 'EUR' },
    imp: { bidfloor: 2.21 },
    code: 100,
  },
  {
    name: 'a floor in another currency is converted',
    imp: { bidfloor: 1.9, bidfloorcur: 'EUR' },
    code: 100,
  },
  {
    name: 'a seat outside wseat is dropped',
    request: { wseat: ['other'] },
    code: 104,
    slug: 'blocked',
  },
  { name: 'a seat in wseat passes', request: { wseat: ['seat-1'] }, code: WON },
  { name: 'a seat in bseat is dropped', request: { bseat: ['seat-1'] }, code: 104 },
  {
    name: 'a blocked advertiser is dropped',
    request: { badv: ['brand.example'] },
    code: 205,
    slug: 'blocked',
  },
  {
    name: 'a subdomain of a blocked advertiser is dropped',
    request: { badv: ['Brand.example'] },
    bid: { adomain: ['shop.brand.EXAMPLE'] },
    code: 205,
  },
  {
    name: 'a name that merely ends like a blocked one passes',
    request: { badv: ['rand.example'] },
    code: WON,
  },
  {
    name: 'an unnamed advertiser is dropped where names are blocked',
    request: { badv: ['x.example'] },
    bid: { adomain: [] },
    code: 205,
  },
  {
    name: 'a blocked app is dropped',
    request: { bapp: ['com.game'] },
    bid: { bundle: 'com.game' },
    code: 206,
  },
  {
    name: 'a blocked category is dropped',
    request: { bcat: ['IAB25'] },
    bid: { cat: ['IAB25'] },
    code: 209,
    slug: 'blocked',
  },
  {
    name: 'a sub-category of a blocked one is dropped',
    request: { bcat: ['IAB25'] },
    bid: { cat: ['IAB25-3'] },
    code: 209,
  },
  {
    name: 'IAB2 does not block IAB25',
    request: { bcat: ['IAB2'] },
    bid: { cat: ['IAB25'] },
    code: WON,
  },
  {
    name: 'categories of different taxonomies are not compared',
    request: { bcat: ['1'], cattax: 6 },
    bid: { cat: ['1'], cattax: 7 },
    code: WON,
  },
  {
    name: 'a category outside acat is dropped',
    request: { acat: ['IAB1'] },
    bid: { cat: ['IAB2'] },
    code: 209,
  },
  {
    name: 'a blocked creative attribute is dropped',
    imp: { native: { request: NATIVE, battr: [3] } },
    bid: { attr: [1, 3] },
    code: 210,
  },
  {
    name: 'a language outside wlang is dropped',
    request: { wlang: ['de'] },
    bid: { language: 'en' },
    code: 208,
  },
  {
    name: 'no language at all passes wlang',
    request: { wlang: ['de'] },
    bid: { language: 'xx' },
    code: WON,
  },
  { name: 'markup of another type is dropped', bid: { mtype: 1 }, code: 204 },
  { name: 'an absent markup type passes', bid: { mtype: null }, code: WON },
  { name: 'a bid without markup is dropped', bid: { adm: '' }, code: 7, slug: 'invalid-bid' },
  {
    name: 'markup that is no JSON is dropped',
    bid: { adm: '<div>' },
    code: 204,
    slug: 'invalid-bid',
  },
  { name: 'markup without a link is dropped', bid: { adm: nativeAd({ link: {} }) }, code: 204 },
  { name: 'wrapped markup is understood', bid: { adm: `{"native":${nativeAd()}}` }, code: WON },
  {
    name: 'an http link is dropped where https is asked for',
    imp: { secure: 1 },
    bid: { adm: nativeAd({ link: { url: 'http://brand.example/' } }) },
    code: 207,
    slug: 'not-secure',
  },
  {
    name: 'an http tracker is dropped where https is asked for',
    imp: { secure: 1 },
    bid: { adm: nativeAd({ imptrackers: ['http://t.example/'] }) },
    code: 207,
  },
  {
    name: 'an http nurl is dropped where https is asked for',
    imp: { secure: 1 },
    bid: { nurl: 'http://dsp.example/win' },
    code: 207,
  },
  {
    name: 'http passes where nothing is asked',
    bid: { adm: nativeAd({ link: { url: 'http://brand.example/' } }) },
    code: WON,
  },

  { name: 'a deal that was not offered is dropped', bid: { dealid: 'nope' }, code: 4 },
  { name: 'an offered deal wins', imp: deals({}), bid: { dealid: 'd1' }, code: WON },
  {
    name: 'an open bid is dropped in a private auction',
    imp: deals({}, { private_auction: 1 }),
    code: 4,
  },
  {
    name: 'a bid below the deal’s floor is dropped',
    imp: deals({ bidfloor: 5 }),
    bid: { dealid: 'd1' },
    code: 101,
    slug: 'below-floor',
  },
  {
    name: 'a deal’s floor stands in for the impression’s',
    imp: { ...deals({ bidfloor: 1 }), bidfloor: 9 },
    bid: { dealid: 'd1' },
    code: WON,
  },
  {
    name: 'a deal without a floor takes the impression’s',
    imp: { ...deals({}), bidfloor: 9 },
    bid: { dealid: 'd1' },
    code: 101,
  },
  {
    name: 'a seat outside the deal is dropped',
    imp: deals({ wseat: ['other'] }),
    bid: { dealid: 'd1' },
    code: 104,
  },
  {
    name: 'an advertiser outside the deal is dropped',
    imp: deals({ wadomain: ['other.example'] }),
    bid: { dealid: 'd1' },
    code: 213,
  },

  {
    name: 'a missing required asset is dropped',
    native: asks(title, { id: 2, required: 1, data: { type: 1 } }),
    bid: answers(aTitle),
    code: 204,
    slug: 'asset-mismatch',
  },
  {
    name: 'a missing optional asset passes',
    native: asks(title, { id: 2, data: { type: 1 } }),
    bid: answers(aTitle),
    code: WON,
  },
  {
    name: 'an asset nobody asked for is dropped',
    native: asks(title),
    bid: answers(aTitle, { id: 7, data: { value: 'x' } }),
    code: 204,
  },
  {
    name: 'an asset answered twice is dropped',
    native: asks(title),
    bid: answers(aTitle, aTitle),
    code: 204,
  },
  {
    name: 'an asset of another kind is dropped',
    native: asks(title),
    bid: answers({ id: 1, data: { value: 'x' } }),
    code: 204,
  },
  {
    name: 'a title at its length passes, counted in characters',
    native: asks(title),
    bid: answers({ id: 1, title: { text: '👟'.repeat(10) } }),
    code: WON,
  },
  {
    name: 'a title over its length is dropped',
    native: asks(title),
    bid: answers({ id: 1, title: { text: 'x'.repeat(11) } }),
    code: 204,
  },
  {
    name: 'an empty required title is dropped',
    native: asks(title),
    bid: answers({ id: 1, title: { text: '' } }),
    code: 204,
  },
  {
    name: 'data over its length is dropped',
    native: asks(title, { id: 2, data: { type: 1, len: 3 } }),
    bid: answers(aTitle, { id: 2, data: { value: 'four' } }),
    code: 204,
  },
  {
    name: 'a description over its length is shortened instead',
    native: asks(title, { id: 2, data: { type: 2, len: 3 } }),
    bid: answers(aTitle, { id: 2, data: { value: 'four' } }),
    code: WON,
  },
  {
    name: 'data of another type is dropped',
    native: asks(title, { id: 2, data: { type: 1 } }),
    bid: answers(aTitle, { id: 2, data: { type: 2, value: 'x' } }),
    code: 204,
  },
  {
    name: 'an image of the exact size passes',
    native: asks(title, image({ w: 100, h: 50 })),
    bid: answers(aTitle, { id: 2, img: { url: 'https://i.example/', w: 100, h: 50 } }),
    code: WON,
  },
  {
    name: 'an image of another size than the exact one is dropped',
    native: asks(title, image({ w: 100, h: 50 })),
    bid: answers(aTitle, { id: 2, img: { url: 'https://i.example/', w: 101, h: 50 } }),
    code: 203,
    slug: 'asset-mismatch',
  },
  {
    name: 'an image over the minimum passes',
    native: asks(title, image({ wmin: 100, hmin: 50 })),
    bid: answers(aTitle, { id: 2, img: { url: 'https://i.example/', w: 400, h: 200 } }),
    code: WON,
  },
  {
    name: 'an image under the minimum is dropped',
    native: asks(title, image({ wmin: 100, hmin: 50 })),
    bid: answers(aTitle, { id: 2, img: { url: 'https://i.example/', w: 99, h: 200 } }),
    code: 203,
  },
  {
    name: 'an image that does not tell its size passes',
    native: asks(title, image({ w: 100, h: 50 })),
    bid: answers(aTitle, { id: 2, img: { url: 'https://i.example/' } }),
    code: WON,
  },
  {
    name: 'an image of another type is dropped',
    native: asks(title, image({})),
    bid: answers(aTitle, { id: 2, img: { url: 'https://i.example/', type: 1 } }),
    code: 204,
  },
  {
    name: 'assets elsewhere are dropped unless supported',
    native: asks(title),
    bid: { adm: nativeAd({ assets: [], assetsurl: 'https://a.example/' }) },
    code: 204,
  },
  {
    name: 'assets elsewhere pass where supported',
    native: { ...asks(title), aurlsupport: 1 },
    bid: { adm: nativeAd({ assets: [], assetsurl: 'https://a.example/' }) },
    code: WON,
  },
];

describe('each bid is held to every rule', () => {
  let market: Market;
  let row: Row;
  beforeAll(() => {
    market = startMarket([(request) => bidOn(request, row.bid, row.response)], {
      config: { auction: { timeoutMs: 500, defaultType: 1, rates: { EUR: 1.1 } } },
    });
  });
  afterAll(() => market.stop());

  for (const current of ROWS) {
    test(current.name, async () => {
      row = current;
      const id = crypto.randomUUID();
      const native =
        current.native === undefined ? NATIVE : JSON.stringify({ ver: '1.2', ...current.native });
      const imp = { id: '1', native: { request: native }, ...current.imp };
      const response = await market.ask({ id, ...current.request, imp: [imp] });
      const explained = await market.explain(id);
      const bid = explained.imps[0]?.bids[0];
      expect(bid?.code).toBe(current.code);
      expect(response.status).toBe(current.code === WON ? 200 : 204);
      if (current.slug !== undefined)
        expect(response.headers.get('x-nobid-reason')).toBe(current.slug);
    });
  }
});
