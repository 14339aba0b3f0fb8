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

type Named = readonly [partner: string, bid: PartnerBid];

/** What the campaign bids on and which bids of others are left, by campaign and impression. */
function contest(
  own: readonly PartnerBid[],
  sampled: readonly Named[],
  runs: 'targeted' | 'filler' = 'targeted',
) {
  const others = sampled.map(([partner, bid]) => ({ partner, bid }));
  const result = contestOf(own, others, runs, TRIAL);
  return {
    own: result.own.map(({ impid }) => impid).join(' '),
    others: result.others.map(({ bid: { cid, impid } }) => `${cid}@${impid}`).join(' '),
  };
}

describe('beside the bids of its own partner', () => {
  test('a campaign bids with those of other advertisers, and against all of other partners', () => {
    const sampled: readonly Named[] = [
      ['own', bidOf('a', '1', 9)],
      ['dsp', bidOf('new', '1', 9)],
    ];
    expect(contest([bidOf('new', '1', 5)], sampled)).toEqual({ own: '1', others: 'a@1 new@1' });
  });

  test('of one advertiser the dearest bids, and of equally dear ones the one that was there', () => {
    const beside = (usd: number) =>
      contest([bidOf('new', '1', usd, 'shop')], [['own', bidOf('a', '1', 5, 'shop')]]);
    expect(beside(4)).toEqual({ own: '', others: 'a@1' });
    expect(beside(5)).toEqual({ own: '', others: 'a@1' });
    expect(beside(6)).toEqual({ own: '1', others: '' });
    // The same advertiser at another partner has a bid of its own.
    const elsewhere: readonly Named[] = [['dsp', bidOf('a', '1', 5, 'shop')]];
    expect(contest([bidOf('new', '1', 4, 'shop')], elsewhere)).toEqual({ own: '1', others: 'a@1' });
  });

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

  test('an impression that is left with nothing has the bids of those that were chosen before', () => {
    const onAll = (cid: string, usd: number) => ['1', '2', '3'].map((imp) => bidOf(cid, imp, usd));
    const mates = onAll('a', 3).map((bid): Named => ['own', bid]);
    expect(contest(onAll('new', 4), mates)).toEqual({ own: '1 3', others: 'a@1 a@2 a@3' });
  });

  test('fillers give way to what is targeted, whatever it pays', () => {
    const filler: readonly Named[] = [['own', bidOf('filler', '1', 9)]];
    expect(contest([bidOf('new', '1', 2)], filler)).toEqual({ own: '1', others: '' });
    const targeted: readonly Named[] = [['own', bidOf('a', '1', 1)]];
    expect(contest([bidOf('new', '1', 9)], targeted, 'filler')).toEqual({ own: '', others: 'a@1' });
    expect(contest([bidOf('new', '1', 2)], filler, 'filler').own).toBe('1');
    expect(contest([bidOf('new', '1', 9)], [['dsp', bidOf('a', '1', 1)]], 'filler').own).toBe('1');
  });

  test('a fourth campaign, which pays less than three others, does not bid', () => {
    const sampled = ['a', 'b', 'c'].map((id): Named => ['own', bidOf(id, '1', 5)]);
    expect(contest([bidOf('new', '1', 4)], sampled)).toEqual({ own: '', others: 'a@1 b@1 c@1' });
    expect(contest([bidOf('new', '1', 4)], sampled.slice(1)).own).toBe('1');
  });
});

describe('of several impressions', () => {
  const both = [bidOf('new', '1', 5), bidOf('new', '2', 5)];

  test('it takes the first that no dearer campaign takes, and no second one beside others', () => {
    const first: readonly Named[] = [
      ['own', bidOf('a', '1', 4)],
      ['own', bidOf('b', '2', 3)],
    ];
    expect(contest(both, first).own).toBe('1');
    const second: readonly Named[] = [
      ['own', bidOf('a', '1', 9)],
      ['own', bidOf('b', '2', 3)],
    ];
    expect(contest(both, second).own).toBe('2');
  });

  test('where dearer ones go first, it is the second choice of an impression', () => {
    const sampled: readonly Named[] = [
      ['own', bidOf('a', '1', 9)],
      ['own', bidOf('b', '2', 8)],
    ];
    expect(contest(both, sampled).own).toBe('1');
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
