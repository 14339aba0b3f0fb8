import { describe, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { PartnerBid } from '../demand/partner.ts';
import { createRateBook } from '../demand/rate-book.ts';
import { asReplayed, atPrice, type CampaignTrial, contestOf, withoutEach } from './own-bids.ts';

const TRIAL: CampaignTrial = {
  partner: 'own',
  campaign: campaignOf({ id: 'new' }),
  imageBaseUrl: '',
  isFiller: (id) => id.startsWith('filler'),
  rates: createRateBook(),
};

function bidOf(cid: string, impid: string, usd: number, seat = cid): PartnerBid {
  return {
    id: '',
    impid,
    priceMicros: usd * 1_000_000,
    currency: 'USD',
    seat,
    creative: { kind: 'markup', adm: '' },
    adomain: [],
    cid,
  };
}

describe('beside the bids of its own partner', () => {
  test('a campaign that fits better goes before a dearer one, which does not bid beside it', () => {
    const [conversation] = [{ subjects: [0], shares: [1] }];
    const fitting = (bid: PartnerBid, score: number): PartnerBid => ({
      ...bid,
      fit: { score, profile: new Uint8Array(8), conversation },
    });
    const besideMate = (own: PartnerBid, mate: PartnerBid, passes = (_: PartnerBid) => true) => {
      const result = contestOf([own], [{ partner: 'own', bid: mate }], 'targeted', TRIAL, {
        conversation,
        passes,
      });
      return [result.own.length, result.others.length];
    };
    const [fits, pays] = [fitting(bidOf('new', '1', 5), 1), fitting(bidOf('a', '1', 9), 0.5)];
    expect(besideMate(fits, pays)).toEqual([1, 0]);
    expect(besideMate(fitting(bidOf('new', '1', 9), 0.5), fitting(bidOf('a', '1', 5), 1))).toEqual([
      0, 1,
    ]);
    // One that the auction would drop stands in nobody's way.
    const others = ({ cid }: PartnerBid) => cid !== 'a';
    expect(
      besideMate(fitting(bidOf('new', '1', 9), 0.5), fitting(bidOf('a', '1', 5), 1), others),
    ).toEqual([1, 1]);
    // Of one of which nothing is known, half the price counts.
    expect(besideMate(fits, bidOf('a', '1', 9))).toEqual([1, 0]);
    expect(besideMate(fits, bidOf('a', '1', 11))).toEqual([1, 1]);
  });

  test('an explored price is raised to what it is worth only where nobody of the partner is dearer', () => {
    const explored = { ...bidOf('new', '1', 2), worthMicros: 4_000_000 };
    const pricesBeside = (usd: number) =>
      contestOf(
        [explored],
        [{ partner: 'own', bid: bidOf('a', '1', usd) }],
        'targeted',
        TRIAL,
      ).own.map(({ priceMicros }) => priceMicros);
    expect(pricesBeside(3)).toEqual([2_000_000]);
    expect(pricesBeside(1)).toEqual([4_000_000]);
  });
});

describe('what samples do not have', () => {
  const campaign: Campaign = {
    ...TRIAL.campaign,
    targeting: { include: { interests: ['running'] }, exclude: { keywords: ['socks'] } },
    adjustments: [{ when: { segments: ['7'] }, factor: 2 }],
    frequency: [{ of: 'campaign', per: 'person', within: '1d', atMost: 1 }],
    flight: { start: '2030-01-01' },
    budget: { daily: 1 },
  };

  test('is left out and named; the campaign is as targeted as it was', () => {
    const replayed = asReplayed(campaign);
    expect(replayed.ignored).toEqual([
      'targeting.include.interests',
      'adjustments[0].when.segments',
      'frequency',
    ]);
    expect(replayed.campaign.targeting).toEqual({ include: {}, exclude: { keywords: ['socks'] } });
    expect(replayed.campaign).not.toHaveProperty('flight');
    expect(replayed.campaign).not.toHaveProperty('budget');
    expect(replayed.kind).toBe('targeted');
    expect(asReplayed(TRIAL.campaign).kind).toBe('filler');
  });

  test('conditions are left out one at a time, and the last that includes something makes a filler', () => {
    const kindsOf = (include: object) =>
      withoutEach({ ...campaign, targeting: { include, exclude: { keywords: ['socks'] } } }).map(
        ({ field, kind }) => `${field} ${kind}`,
      );
    expect(kindsOf({ countries: ['DE'] })).toEqual([
      'targeting.include.countries filler',
      'targeting.exclude.keywords targeted',
    ]);
    expect(kindsOf({ countries: ['DE'], interests: ['running'] })).toEqual([
      'targeting.include.countries targeted',
      'targeting.exclude.keywords targeted',
    ]);
  });
});

test('at another price, a bid and what is paid for a click change alike', () => {
  const cpm = bidOf('new', '1', 2);
  const cpc: PartnerBid = { ...cpm, charge: { per: 'click', micros: 500_000 } };
  expect(atPrice([cpm], 1.5)).toEqual([{ ...cpm, priceMicros: 3_000_000 }]);
  expect(atPrice([cpc], 0.25)).toEqual([
    { ...cpc, priceMicros: 500_000, charge: { per: 'click', micros: 125_000 } },
  ]);
  const explored = { ...cpc, worthMicros: 4_000_000 };
  expect(atPrice([explored], 0.5)).toMatchObject([{ worthMicros: 2_000_000 }]);
  expect(atPrice([cpm], 1)).toEqual([cpm]);
});
