import { describeDrops, type Row, WON } from './drop-rows.ts';

const BLOCKED = 205;
const INVALID_ADVERTISER = 6;
const CATEGORY_BLOCKED = 209;

const SPELLINGS = [
  'brand.example',
  'https://brand.example/',
  'HTTPS://www.Brand.Example/shop?a=b#c',
  '//brand.example',
  'https:brand.example',
  'brand.example.',
  'brand.example:443',
  ' brand.example',
  'brand.example\u00a0',
  'www.brand.example',
  'BRAND.EXAMPLE',
  'user:secret@brand.example',
  'https://ok.example@brand.example/',
  'br\u200band.example',
  'ｂｒａｎｄ.example',
  'brand。example',
];

const named = (spelling: string) => JSON.stringify(spelling);

describeDrops('domains are compared as host names (ruling 71)', [
  ...SPELLINGS.flatMap((spelling): Row[] => [
    {
      name: `badv blocks the advertiser ${named(spelling)}`,
      request: { badv: ['brand.example'] },
      bid: { adomain: [spelling] },
      code: BLOCKED,
      slug: 'blocked',
    },
    {
      name: `badv ${named(spelling)} blocks its advertiser and those under it`,
      request: { badv: ['other.example', spelling] },
      bid: { adomain: ['shop.brand.example'] },
      code: BLOCKED,
    },
    {
      name: `a deal for ${named(spelling)} takes its advertiser`,
      imp: { pmp: { deals: [{ id: 'd1', wadomain: [spelling] }] } },
      bid: { dealid: 'd1' },
      code: WON,
    },
  ]),
  {
    name: 'badv in another alphabet blocks the same domain in punycode',
    request: { badv: ['Bücher.example'] },
    bid: { adomain: ['xn--bcher-kva.example'] },
    code: BLOCKED,
  },
  {
    name: 'badv in punycode blocks the same domain in another alphabet',
    request: { badv: ['xn--bcher-kva.example'] },
    bid: { adomain: ['bücher.example'] },
    code: BLOCKED,
  },
  {
    name: 'badv with a star blocks the domain and all under it',
    request: { badv: ['*.brand.example'] },
    code: BLOCKED,
  },
  { name: 'badv blocks a whole top-level domain', request: { badv: ['Example'] }, code: BLOCKED },
  {
    name: 'an entry of badv that is no host name blocks nobody',
    request: { badv: ['', ' ', '.', 'https://', 'brand example', '192.0.2.1'] },
    code: WON,
  },
  {
    name: 'www. is no name to be blocked by',
    request: { badv: ['www.example'] },
    bid: { adomain: ['brand.example'] },
    code: WON,
  },
]);

describeDrops('an advertiser domain that is no host name is an invalid bid (ruling 71)', [
  ...['', ' ', 'brand', 'brand example', '192.0.2.1', '[::1]', '<b>', 'a..example', '-a.example']
    .map((adomain) => [adomain])
    .concat([['brand.example', 'none']])
    .map((adomain) => ({
      name: named(adomain.join(', ')),
      bid: { adomain },
      code: INVALID_ADVERTISER,
      slug: 'invalid-bid',
    })),
  { name: 'unlike none at all', bid: { adomain: [] }, code: WON },
]);

describeDrops('categories are compared without regard to case and spaces (ruling 71)', [
  ...['iab25', ' IAB25', 'IAB25 ', 'iab25-3', 'Iab 25-3', '\tIAB25-3'].flatMap((category) => [
    {
      name: `bcat blocks ${named(category)}`,
      request: { bcat: ['IAB25'] },
      bid: { cat: [category] },
      code: CATEGORY_BLOCKED,
      slug: 'blocked',
    },
    {
      name: `bcat ${named(category)} blocks what it names`,
      request: { bcat: [category] },
      bid: { cat: ['IAB25-3'] },
      code: CATEGORY_BLOCKED,
    },
  ]),
  {
    name: 'bcat of 1.0 blocks its counterpart, however it is written',
    request: { bcat: ['iab7-39'] },
    bid: { cat: [' 223'], cattax: 6 },
    code: CATEGORY_BLOCKED,
  },
  {
    name: 'acat allows a category, however it is written',
    request: { acat: ['iab17 '] },
    bid: { cat: [' Iab17-3'] },
    code: WON,
  },
  {
    name: 'a category that only begins alike passes',
    request: { bcat: ['iab2'] },
    bid: { cat: ['iab25'] },
    code: WON,
  },
]);

describeDrops('apps are compared without regard to case and surrounding space', [
  { name: 'bapp', request: { bapp: [' com.Game '] }, bid: { bundle: 'COM.game' }, code: 206 },
]);
