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
import { packRates } from '../packed-rates.ts';
import { createRateBook } from '../rate-book.ts';
import { learnRates } from '../rate-model.ts';
import type { AdCreative } from './ads.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';
import { fitCreative } from './fit-creative.ts';
import { createLiveCampaigns } from './live-campaigns.ts';
import { checkCampaign } from './read-campaigns.ts';

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
  const question = { ...solicit(requestOf({}, [native])), chance: createChance(1) };
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

const AUCTIONS = 6000;
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
  test('a campaign without a rotation shows the first', () => {
    expect(shownIn(100, three({}))).toEqual({ a: 100 });
    expect(shownIn(100, three({}), DESCRIBED)).toEqual({ b: 100 });
  });

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

  test('a campaign that pays for clicks bids what the creative is worth that it shows', () => {
    const { cpm: _, ...campaign } = three({ rotation: 'even', cpc: 1 });
    const { bid } = createCampaignsPartner({
      name: 'house',
      campaigns: [campaign],
      imageBaseUrl: 'https://x.example',
      rates: learned(campaign),
    });
    const question = { ...solicit(requestOf()), chance: createChance(1) };
    const bids = Array.from({ length: 100 }, () => bidsOf(bid(question))).flat();
    const worthUsd: Readonly<Record<string, number>> = { a: 30, b: 10, c: 20 };
    expect(new Set(bids.map(({ crid }) => crid))).toEqual(new Set(['a', 'b', 'c']));
    for (const { crid = '', priceMicros } of bids) {
      expect(priceMicros / 1e6 / (worthUsd[crid] ?? 0)).toBeWithin(0.95, 1.05);
    }
  });

  test('campaigns of the store rotate too', () => {
    const campaign = three({ rotation: 'even' });
    const live = createLiveCampaigns(
      {
        name: 'own',
        rates: createRateBook(),
        imageBaseUrl: 'https://x.example',
        budgets: {
          canPay: () => true,
          reserve: () => true,
          countTrial() {},
          holdCause: () => 'slice',
          countHeld() {},
        },
        pace: { startSlice: () => () => false, rest: async () => {} },
        whenQuiet: () => () => {},
      },
      [{ id: 'boots', row: 0, text: JSON.stringify(campaign) }],
    );
    const question = { ...solicit(requestOf()), chance: createChance(1) };
    const shown = Array.from({ length: 50 }, () => bidsOf(live.partner.bid(question))[0]?.crid);
    expect(new Set(shown)).toEqual(new Set(['a', 'b', 'c']));
  });
});

test('a creative that is not preferred to one that fits is not composed', () => {
  let composed = 0;
  const creative = (crid: string): AdCreative => ({
    crid,
    parts: {
      get title() {
        composed++;
        return crid;
      },
      link: 'https://shop.example/',
      images: [],
      icons: [],
      data: {},
    } as AdCreative['parts'],
  });
  const [imp] = solicit(requestOf()).imps;
  if (imp === undefined) throw new Error('a request has an impression');
  const ranks = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 3],
  ]);
  const creatives = [...ranks.keys()].map(creative);
  const fit = fitCreative(creatives, imp, ({ crid }) => ranks.get(crid) ?? 0);
  expect(fit).toMatchObject({ creative: { crid: 'c' } });
  const timesEach = composed / 2;
  expect(timesEach).toBeGreaterThan(0);
  composed = 0;
  fitCreative([creative('d')], imp);
  expect(composed).toBe(timesEach);
});

test('a rotation that there is not, a weight that is none and one that nothing uses are refused', () => {
  const faultsOf = (fields: object, weight?: number) =>
    checkCampaign({ ...three({}, [undefined, weight]), ...fields });
  const fault = (path: string, reason: string) => ({ faults: [{ path, reason }] });
  expect(faultsOf({ rotation: 'random' })).toMatchObject(
    fault('rotation', 'expected one of "best", "even", "weighted", but got "random"'),
  );
  expect(faultsOf({ rotation: 'weighted' }, 101)).toMatchObject(
    fault('creatives[1].weight', 'expected an integer from 1 to 100, but got 101'),
  );
  const unused = 'expected a weight only with rotation: weighted, but the campaign has';
  expect(faultsOf({ rotation: 'even' }, 3)).toMatchObject(
    fault('creatives[1].weight', `${unused} rotation: even`),
  );
  expect(faultsOf({}, 3)).toMatchObject(fault('creatives[1].weight', `${unused} no rotation`));
  expect(faultsOf({ rotation: 'weighted' }, 3)).not.toHaveProperty('faults');
});
