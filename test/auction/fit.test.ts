import { describeDrops, WON } from './drop-rows.ts';
import { type BidFields, nativeAd } from './partners.ts';

const asks = (...assets: BidFields[]) => ({ assets });
const answers = (...assets: BidFields[]) => ({ adm: nativeAd({ assets }) });

const title = { id: 1, required: 1, title: { len: 10 } };
const aTitle = { id: 1, title: { text: 'Short' } };
const image = (img: BidFields) => ({ id: 2, img: { type: 3, ...img } });

describeDrops('an ad has to fit the native request', [
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
    name: 'an ad that fills nothing is dropped, although all assets are optional (ruling 43)',
    native: asks({ id: 1, title: { len: 10 } }, { id: 2, data: { type: 1 } }),
    bid: answers(),
    code: 204,
    slug: 'asset-mismatch',
  },
  {
    name: 'an ad of empty texts is dropped (ruling 43)',
    native: asks({ id: 1, title: { len: 10 } }, { id: 2, data: { type: 1 } }),
    bid: answers({ id: 1, title: { text: ' ' } }, { id: 2, data: { value: '' } }),
    code: 204,
    slug: 'asset-mismatch',
  },
  {
    name: 'an ad of one picture shows something (ruling 43)',
    native: asks({ id: 1, title: { len: 10 } }, image({})),
    bid: answers({ id: 2, img: { url: 'https://i.example/' } }),
    code: WON,
  },
  {
    name: 'an ad of one data asset shows something (ruling 43)',
    native: asks({ id: 1, title: { len: 10 } }, { id: 2, data: { type: 1 } }),
    bid: answers({ id: 2, data: { value: 'x' } }),
    code: WON,
  },
  {
    name: 'an ad of one video shows something (ruling 43)',
    native: asks({
      id: 1,
      video: { mimes: ['video/mp4'], minduration: 1, maxduration: 9, protocols: [3] },
    }),
    bid: answers({ id: 1, video: { vasttag: '<VAST/>' } }),
    code: WON,
  },
  {
    name: 'an ad with trackers wins where the request offers none: they are left out',
    native: asks(title),
    bid: {
      adm: nativeAd({
        assets: [aTitle],
        eventtrackers: [{ event: 1, method: 1, url: 'https://t.example/' }],
      }),
    },
    code: WON,
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
]);
