import { describeDrops, WON } from './drop-rows.ts';
import { type BidFields, nativeAd } from './partners.ts';
import { NATIVE } from './setup.ts';

const deals = (deal: BidFields, more: BidFields = {}) => ({
  pmp: { deals: [{ id: 'd1', ...deal }], ...more },
});
describeDrops('each bid is held to every rule', [
  { name: 'a sound bid wins', code: WON },
  { name: 'a bid without a price is dropped', bid: { price: 0 }, code: 9, slug: 'invalid-bid' },
  { name: 'a negative price is dropped', bid: { price: -1 }, code: 9 },
  { name: 'the highest price that is believed wins', bid: { price: 1_000_000 }, code: WON },
  {
    name: 'a higher price is a mistake, which nobody has to pay',
    bid: { price: 1_000_000.000001 },
    code: 3,
    slug: 'invalid-bid',
  },
  { name: 'a price that numbers cannot hold exactly is dropped', bid: { price: 1e10 }, code: 3 },
  {
    name: 'a price that only its currency makes too high is dropped',
    response: { cur: 'EUR' },
    bid: { price: 950_000 },
    code: 3,
  },
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
    name: 'an id keeps its meaning from taxonomy 2.0 on, so a later version blocks it too (ruling 52)',
    request: { bcat: ['1'], cattax: 6 },
    bid: { cat: ['1'], cattax: 7 },
    code: 209,
  },
  {
    name: 'an id of a vendor’s taxonomy is not taken for one of the content taxonomy',
    request: { bcat: ['1'], cattax: 6 },
    bid: { cat: ['1'], cattax: 500 },
    code: WON,
  },
  {
    name: 'bcat in taxonomy 1.0 blocks the counterpart in a later one (ruling 52)',
    request: { bcat: ['IAB7'] },
    bid: { cat: ['223'], cattax: 6 },
    code: 209,
  },
  {
    name: 'bcat in a later taxonomy blocks a subcategory of the counterpart in 1.0 (ruling 52)',
    request: { bcat: ['223'], cattax: 7 },
    bid: { cat: ['IAB7-39'] },
    code: 209,
  },
  {
    name: 'acat in taxonomy 1.0 allows the counterpart in a later one',
    request: { acat: ['IAB7'] },
    bid: { cat: ['223'], cattax: 6 },
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
    name: 'http notices pass where https is asked for, since servers call them (ruling 60)',
    imp: { secure: 1 },
    bid: {
      nurl: 'http://dsp.example/win',
      burl: 'http://dsp.example/bill',
      lurl: 'http://dsp.example/loss',
    },
    code: WON,
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
    name: 'a deal’s floor does not undercut the impression’s (ruling 42)',
    imp: { ...deals({ bidfloor: 1 }), bidfloor: 2.01 },
    bid: { dealid: 'd1' },
    code: 101,
    slug: 'below-floor',
  },
  {
    name: 'a bid at the higher of both floors wins (ruling 42)',
    imp: { ...deals({ bidfloor: 2 }), bidfloor: 1 },
    bid: { dealid: 'd1' },
    code: WON,
  },
  {
    name: 'a deal’s floor in another currency is converted',
    imp: deals({ bidfloor: 1.9, bidfloorcur: 'EUR' }),
    bid: { dealid: 'd1' },
    code: 101,
  },
  {
    name: 'a deal’s floor without a currency is in USD, whatever the impression’s is in',
    imp: { ...deals({ bidfloor: 1.95 }), bidfloor: 1, bidfloorcur: 'EUR' },
    bid: { dealid: 'd1' },
    code: WON,
  },
  {
    name: 'a deal whose floor has no rate takes no bid (ruling 42)',
    imp: deals({ bidfloor: 0.01, bidfloorcur: 'SEK' }),
    bid: { dealid: 'd1' },
    code: 4,
    slug: 'currency',
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
    name: 'one of several advertisers inside the deal is enough',
    imp: deals({ wadomain: ['other.example', 'third.example'] }),
    bid: { dealid: 'd1', adomain: ['brand.example', 'other.example'] },
    code: WON,
  },
  {
    name: 'an advertiser outside the deal is dropped',
    imp: deals({ wadomain: ['other.example'] }),
    bid: { dealid: 'd1' },
    code: 213,
  },
]);

const requires = (dsarequired: unknown) => ({ regs: { ext: { dsa: { dsarequired } } } });
const dsa = { behalf: 'Brand', paid: 'Brand', adrender: 1 };

describeDrops('DSA information (ruling 51)', [
  ...[2, 3].map((level) => ({
    name: `is required at level ${level}: a bid without it is dropped`,
    request: requires(level),
    code: 200,
    slug: 'blocked',
  })),
  {
    name: 'that is required and given wins',
    request: requires(2),
    bid: { ext: { dsa } },
    code: WON,
  },
  { name: 'that is merely welcome may be left out', request: requires(1), code: WON },
  { name: 'is not required by a request that makes no sense', request: requires('2'), code: WON },
]);
