import { describe, expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  creativeOf,
  requestOf,
  solicit,
  TITLE_ONLY,
} from '../../../test/campaigns/test-support.ts';
import { createChance } from '../../../test/chance.ts';
import { createRateBook } from '../rate-book.ts';
import { learnRates, packRates } from '../rate-model.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

const DESCRIBED = {
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, data: { type: 2 } },
  ],
};

const three = (fields: Partial<Campaign>, weights: readonly (number | undefined)[] = []) =>
  campaignOf({
    id: 'boots',
    creatives: ['a', 'b', 'c'].map((id, index) => {
      const weight = weights[index];
      return creativeOf({
        id,
        // Only the last two have what DESCRIBED wants.
        ...(id === 'a' ? {} : { description: 'Dry feet' }),
        ...(weight === undefined ? {} : { weight }),
      });
    }),
    ...fields,
  });

type PartnerOptions = Parameters<typeof createCampaignsPartner>[0];

/** How many of so many auctions each creative was shown in. */
function shownIn(
  auctions: number,
  campaign: Campaign,
  native: object = TITLE_ONLY,
  rates?: PartnerOptions['rates'],
): Readonly<Record<string, number>> {
  const { bid } = createCampaignsPartner({
    name: 'house',
    campaigns: [campaign],
    imageBaseUrl: 'https://x.example',
    ...(rates && { rates }),
  });
  const question = solicit(requestOf({}, [native]), {}, { chance: createChance(1) });
  const shown: Record<string, number> = {};
  for (let auction = 0; auction < auctions; auction++) {
    for (const { crid = '' } of bidsOf(bid(question))) shown[crid] = (shown[crid] ?? 0) + 1;
  }
  return shown;
}

/** What is known after a million impressions of each creative: `a` is clicked most, `c` sells most. */
function learned({ id }: Campaign) {
  const responses = {
    a: { clicks: 30_000, conversions: 500 },
    b: { clicks: 10_000, conversions: 1000 },
    c: { clicks: 20_000, conversions: 4000 },
  };
  const cells = Object.entries(responses).map(([creative, counts]) => ({
    partner: 'house',
    seat: 'advertiser-of-boots',
    campaign: id,
    creative,
    publisher: '',
    format: '',
    impressions: 1_000_000,
    ...counts,
  }));
  const rates = createRateBook();
  for (const one of learnRates(cells, () => undefined)) rates.set(one, packRates(one));
  return rates;
}

const AUCTIONS = 2000;
/** Four standard deviations of the count of one creative among three. */
const NOISE = 4 * Math.sqrt(AUCTIONS * (1 / 3) * (2 / 3));

function expectShares(
  shown: Readonly<Record<string, number>>,
  shares: Readonly<Record<string, number>>,
) {
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(shares).toSorted());
  for (const [creative, share] of Object.entries(shares)) {
    expect(Math.abs((shown[creative] ?? 0) - AUCTIONS * share)).toBeLessThan(NOISE);
  }
}

describe('among the creatives that fit', () => {
  test('even shows each alike', () => {
    const campaign = three({ rotation: 'even' });
    expectShares(shownIn(AUCTIONS, campaign), { a: 1 / 3, b: 1 / 3, c: 1 / 3 });
    expectShares(shownIn(AUCTIONS, campaign, DESCRIBED), { b: 1 / 2, c: 1 / 2 });
  });

  test('weighted shows each by its weight, also where only some fit; a weight is 1 unless it is given', () => {
    const campaign = three({ rotation: 'weighted' }, [4, undefined, 3]);
    expectShares(shownIn(AUCTIONS, campaign), { a: 4 / 8, b: 1 / 8, c: 3 / 8 });
    expectShares(shownIn(AUCTIONS, campaign, DESCRIBED), { b: 1 / 4, c: 3 / 4 });
  });

  test('best shows the one with the highest click rate, and tries all alike while no rate is known', () => {
    const campaign = three({ rotation: 'best' });
    expectShares(shownIn(AUCTIONS, campaign), { a: 1 / 3, b: 1 / 3, c: 1 / 3 });
    const rates = learned(campaign);
    expect(shownIn(100, campaign, TITLE_ONLY, rates)).toEqual({ a: 100 });
    expect(shownIn(100, campaign, DESCRIBED, rates)).toEqual({ c: 100 });
  });

  test('best shows the one with the highest conversion rate where conversions are paid for', () => {
    const { cpm: _, ...fields } = three({ rotation: 'best', cpa: 10, conversions: true });
    expect(shownIn(100, fields, TITLE_ONLY, learned(fields))).toEqual({ c: 100 });
  });
});
