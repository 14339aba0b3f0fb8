import { expect, test } from 'bun:test';
import { requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import { FIT_MIN } from '../../core/auction/judge-fit.ts';
import { chooseOffers } from './choose-offers.ts';
import type { Offer } from './read-offers.ts';

const offer = (id: string, title: string, cat?: readonly string[]): Offer => ({
  id,
  title,
  description: undefined,
  brand: undefined,
  image: undefined,
  price: 10,
  originalPrice: undefined,
  merchant: { name: 'shop', domain: 'shop.example' },
  rating: undefined,
  url: 'https://shop.example/',
  cpc: 0.5,
  cat,
  cattax: undefined,
  language: undefined,
  currency: 'USD',
});

function choose(keywords: string, offers: readonly Offer[], language = 'en') {
  const request = requestOf({ site: { keywords }, device: { language } });
  const bidder = { seat: 'shop', clickRateOf: () => 0.01 };
  return chooseOffers([{ offers }], solicit(request), bidder);
}

const MOUSE = offer('mouse', 'Wireless computer mouse', ['IAB19-9']);
const TRAP = offer('trap', 'Mouse trap, set of four');

test('an offer that is plainly about something else gives way to the next, with a sentence', () => {
  const { bids, passed } = choose('mouse trap', [MOUSE, TRAP]);
  expect(bids.map(({ crid, priceMicros }) => [crid, priceMicros])).toEqual([['trap', 5_000_000]]);
  expect(passed).toEqual([
    {
      impid: '1',
      reason: 'off-topic',
      offer: {
        id: 'mouse',
        title: 'Wireless computer mouse',
        fault: 'fit 0.00: about computer accessories, the conversation is about pests',
      },
    },
  ]);
});

test('an offer passes where nothing is known of it, or of the conversation', () => {
  expect(choose('mouse trap', [offer('x', 'Zzyzx 3000')]).bids).toHaveLength(1);
  expect(choose('mouse trap', [MOUSE], 'pl').bids).toHaveLength(1);
});

test.each([
  ['espresso machine', 'Uno Plus Espresso Machine with Grinder', 'IAB8-6'],
  ['coffee machine', 'Barista Bean-to-Cup Coffee Machine', 'IAB8-6'],
  ['sewing machine', 'Sewing Machine', 'IAB10-1'],
  ['car vacuum', 'Handheld Car Vacuum', 'IAB10-1'],
  ['vacuum', 'Robot Vacuum Cleaner', 'IAB10-1'],
  ['sneakers', 'Dash 2 Road Running Shoes', 'IAB17-30'],
  ['mobile phone', 'One Smartphone 128 GB', 'IAB19-6'],
  ['power bank', 'Power Bank 20,000 mAh', 'IAB19-6'],
])(
  'somebody who looks for a %s gets a %s, and the bid says how well it fits (ruling 75)',
  (keyword, title, category) => {
    const { bids } = choose(keyword, [offer('x', title, [category])]);
    expect(bids.map(({ crid, fit }) => [crid, (fit?.score ?? 0) >= FIT_MIN])).toEqual([
      ['x', true],
    ]);
  },
);
