import { describeDrops, type Row, WON } from './drop-rows.ts';
import { type BidFields, nativeAd } from './partners.ts';

const ad = (changes: BidFields) => ({ adm: nativeAd(changes) });
const link = (url: string, more: BidFields = {}) => ad({ link: { url, ...more } });
const image = { assets: [{ id: 1, required: 1, img: { type: 3 } }] };
const picture = (url: string) => ad({ assets: [{ id: 1, img: { url } }] });
const hostile = (name: string, row: Partial<Row>): Row => ({
  name,
  code: 204,
  slug: 'invalid-bid',
  ...row,
});

const HOSTILE_URLS = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'market://x',
  '//a.example/',
  'https://',
  'https:/\\a.example/',
  ' https://a.example/',
  'https://a.example/\n',
  'https://a.example/\u0000',
  'https://a.example/\ud800',
  'https://ok.example@evil.example/',
  'https://evil.example\\@ok.example',
  'https://a.example/"><script>alert(1)</script>',
  'https://a.example/a b',
  'https://a.example/\u202egpj.exe',
  'https://a.example/\u2067x',
  'https://a.example/\u200bx',
];

const VIDEO = {
  assets: [
    {
      id: 1,
      required: 1,
      video: { mimes: ['video/mp4'], minduration: 1, maxduration: 9, protocols: [3] },
    },
  ],
};
const vast = (vasttag: string) => ad({ assets: [{ id: 1, video: { vasttag } }] });
const clicking = (url: string) =>
  `<VAST version="4.0" xmlns="http://www.iab.com/VAST"><Ad><InLine><ClickThrough><![CDATA[${url}]]></ClickThrough></InLine></Ad></VAST>`;

describeDrops('nothing hostile is sold', [
  ...HOSTILE_URLS.flatMap((url) => [
    hostile(`a link to ${JSON.stringify(url)} is dropped`, { bid: link(url) }),
    hostile(`a picture at ${JSON.stringify(url)} is dropped`, { native: image, bid: picture(url) }),
  ]),
  hostile('a fallback that runs a script is dropped', {
    bid: link('https://a.example/', { fallback: 'javascript:x' }),
  }),
  hostile('a click tracker that runs a script is dropped', {
    bid: link('https://a.example/', { clicktrackers: ['javascript:x'] }),
  }),
  hostile('an impression tracker that runs a script is dropped', {
    bid: ad({ imptrackers: ['javascript:x'] }),
  }),
  hostile('a privacy link that runs a script is dropped', {
    native: { assets: [{ id: 1, title: { len: 90 } }], privacy: 1 },
    bid: ad({ privacy: 'javascript:x' }),
  }),
  hostile('an asset’s link that runs a script is dropped', {
    bid: ad({ assets: [{ id: 1, title: { text: 'x' }, link: { url: 'javascript:x' } }] }),
  }),
  ...HOSTILE_URLS.map((url) =>
    hostile(`a tracker of bid.ext at ${JSON.stringify(url)} is dropped`, {
      bid: { ext: { eventtrackers: [{ event: 1, method: 1, url }] } },
    }),
  ),
  hostile('trackers of bid.ext that are none are dropped', {
    bid: { ext: { eventtrackers: 'x' } },
  }),
  {
    name: 'a tracker of bid.ext that could be of the markup wins',
    bid: { ext: { eventtrackers: [{ event: 1, method: 1, url: 'https://t.example/' }] } },
    code: WON,
  },
  ...['javascript:alert(1)', 'https://ok.example@evil.example/', '//evil.example/'].flatMap(
    (url) => [
      hostile(`a video at ${url} is dropped`, { native: VIDEO, bid: vast(url) }),
      hostile(`a video that opens ${url} is dropped`, { native: VIDEO, bid: vast(clicking(url)) }),
    ],
  ),
  hostile('a video with a script in it is dropped', {
    native: VIDEO,
    bid: vast('<VAST><script>alert(1)</script></VAST>'),
  }),
  {
    name: 'a video over http where https is required is dropped',
    native: VIDEO,
    imp: { secure: 1 },
    bid: vast(clicking('http://a.example/')),
    code: 207,
  },
  {
    name: 'a video whose URLs are sound wins',
    native: VIDEO,
    imp: { secure: 1 },
    bid: vast(clicking('https://a.example/')),
    code: WON,
  },
  {
    name: 'a link with a scheme that the publisher lists wins',
    request: { site: { publisher: { id: 'with-apps' } } },
    bid: link('Market://details?id=x', { fallback: 'https://a.example/' }),
    code: WON,
  },
  hostile('a picture with a scheme that the publisher lists for links is dropped', {
    request: { site: { publisher: { id: 'with-apps' } } },
    native: image,
    bid: picture('market://x'),
  }),
  hostile('a link with a scheme that the publisher does not list is dropped', {
    request: { site: { publisher: { id: 'with-apps' } } },
    bid: link('intent://x'),
  }),
  hostile('text with half a character is dropped', {
    bid: ad({ assets: [{ id: 1, title: { text: 'A \ud83d' } }] }),
  }),
  hostile('text that was not UTF-8 is dropped', {
    bid: ad({ assets: [{ id: 1, title: { text: 'A \ufffd' } }] }),
  }),
  hostile('data with half a character is dropped', {
    native: { assets: [{ id: 1, data: { type: 1 } }] },
    bid: ad({ assets: [{ id: 1, data: { value: '\udc00' } }] }),
  }),
  {
    name: 'text in any script, emoji included, wins',
    bid: ad({ assets: [{ id: 1, title: { text: 'Grüße 漢字 👟' } }] }),
    code: WON,
  },
]);
