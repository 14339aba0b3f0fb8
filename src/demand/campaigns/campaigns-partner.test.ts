import { describe, expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  creativeOf,
  requestOf,
  solicit,
  TITLE_ONLY,
} from '../../../test/campaigns/test-support.ts';
import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

const partnerOf = (campaigns: readonly Campaign[]) =>
  createCampaignsPartner({ name: 'house', campaigns, imageBaseUrl: 'https://bid.example/' });

const priced = (id: string, cpm: number, fields: Partial<Campaign> = {}) =>
  campaignOf({ id, cpm, ...fields });

const IMAGE = { assets: [{ id: 1, required: 1, img: { type: 3, wmin: 600, hmin: 300 } }] };
const WIDE = { url: '/images/a.png', w: 1200, h: 627 };
const format = (id: string) => KNOWN_FORMATS.filter((known) => known.id === id);

describe('a bid', () => {
  const campaign = campaignOf({
    id: 'boots',
    advertiser: 'Café Übergrün & Söhne',
    domain: 'Boots.example',
    categories: ['IAB17', 'IAB18'],
    cpm: 4.25,
    creatives: [
      creativeOf({
        id: 'boots-1',
        title: 'Boots',
        description: 'Dry feet.',
        cta: 'Buy',
        rating: 4.5,
        price: '$90',
        salePrice: '$80',
        displayUrl: 'boots.example/dry',
        images: [WIDE],
        icons: [{ url: 'https://cdn.example/i.svg?v=1', w: 80, h: 80 }],
      }),
    ],
  });
  const native = {
    assets: [
      { id: 1, required: 1, title: { len: 25 } },
      { id: 2, required: 1, img: { type: 3, wmin: 1200, hmin: 627, mimes: ['image/png'] } },
      { id: 3, required: 1, img: { type: 1, w: 80, h: 80, mimes: ['image/svg+xml'] } },
      ...[1, 2, 3, 6, 7, 11, 12].map((type) => ({ id: 10 + type, required: 1, data: { type } })),
    ],
  };

  test('carries the price, the seat, the ids, the categories and the composed ad', () => {
    const reply = partnerOf([campaign]).bid(solicit(requestOf({}, [native])));
    expect(bidsOf(reply)).toEqual([
      {
        id: '1.boots',
        impid: '1',
        priceMicros: 4_250_000,
        currency: 'USD',
        seat: 'cafe-ubergrun-sohne',
        adomain: ['boots.example'],
        crid: 'boots-1',
        cid: 'boots',
        cat: ['IAB17', 'IAB18'],
        cattax: 1,
        mtype: 4,
        creative: {
          kind: 'composed',
          native: {
            ver: '1.2',
            assets: [
              { id: 1, title: { text: 'Boots' } },
              { id: 2, img: { type: 3, url: 'https://bid.example/images/a.png', w: 1200, h: 627 } },
              { id: 3, img: { type: 1, url: 'https://cdn.example/i.svg?v=1', w: 80, h: 80 } },
              { id: 11, data: { type: 1, value: 'Café Übergrün & Söhne' } },
              { id: 12, data: { type: 2, value: 'Dry feet.' } },
              { id: 13, data: { type: 3, value: '4.5' } },
              { id: 16, data: { type: 6, value: '$90' } },
              { id: 17, data: { type: 7, value: '$80' } },
              { id: 21, data: { type: 11, value: 'boots.example/dry' } },
              { id: 22, data: { type: 12, value: 'Buy' } },
            ],
            link: { url: 'https://shop.example/' },
          },
        },
      },
    ]);
  });
});

describe('which campaigns bid', () => {
  const cidsOf = (campaigns: readonly Campaign[], natives: readonly object[] = [TITLE_ONLY]) => {
    const bids = bidsOf(partnerOf(campaigns).bid(solicit(requestOf({}, natives))));
    return natives.map((_, index) =>
      bids.filter(({ impid }) => impid === String(index + 1)).map(({ cid }) => cid),
    );
  };

  test('impressions of one request choose in turn, and no campaign twice', () => {
    const campaigns = ['a', 'b', 'c', 'd', 'e'].map((id, index) => priced(id, 9 - index));
    expect(cidsOf(campaigns, [TITLE_ONLY, TITLE_ONLY])).toEqual([
      ['a', 'c', 'e'],
      ['b', 'd'],
    ]);
  });

  test('the three dearest, and each advertiser once', () => {
    const advertisers = ['A', 'B', 'A', 'C', 'B', 'D'];
    const list = advertisers.map((advertiser, n) =>
      priced(`c${n}`, [1, 5, 9, 3, 8, 2][n] ?? 0, { advertiser }),
    );
    expect(cidsOf(list)).toEqual([['c2', 'c4', 'c3']]);
  });
});

describe('which creative a bid shows', () => {
  test('the first that fits the native request', () => {
    const creatives = [
      creativeOf({ id: 'plain' }),
      creativeOf({ id: 'wide', images: [WIDE] }),
      creativeOf({ id: 'also-wide', images: [WIDE] }),
    ];
    const { bid } = partnerOf([priced('a', 1, { creatives })]);
    expect(bidsOf(bid(solicit(requestOf())))[0]?.crid).toBe('plain');
    expect(bidsOf(bid(solicit(requestOf({}, [IMAGE]))))[0]?.crid).toBe('wide');
  });
  test('where formats are declared, one that is made for one of them', () => {
    const creatives = [
      creativeOf({ id: 'card', formats: ['native_product_card'] }),
      creativeOf({ id: 'mention', formats: ['native_mention', 'native_content'] }),
    ];
    const native = { assets: [...TITLE_ONLY.assets, { id: 2, data: { type: 1 } }] };
    const question = solicit(requestOf({}, [native]), {
      acceptedFormats: format('native_mention'),
    });
    const { bid } = partnerOf([priced('a', 1, { creatives })]);
    expect(bidsOf(bid(question))[0]?.crid).toBe('mention');
  });
});

describe('where nothing is bid', () => {
  test('because pictures are of the wrong type, told by their name or by what is stated', () => {
    const img = { type: 3, wmin: 600, hmin: 300, mimes: ['image/png'] };
    const question = solicit(requestOf({}, [{ assets: [{ id: 1, required: 1, img }] }]));
    const kindWith = (image: object) =>
      partnerOf([
        priced('a', 1, { creatives: [creativeOf({ images: [{ ...WIDE, ...image }] })] }),
      ]).bid(question).kind;
    expect(kindWith({ url: '/images/a.svg?size=1' })).toBe('no-bid');
    expect(kindWith({ url: '/images/a.svg', mime: 'image/png' })).toBe('bids');
    expect(kindWith({ url: '/images/a.PNG' })).toBe('bids');
  });
});
