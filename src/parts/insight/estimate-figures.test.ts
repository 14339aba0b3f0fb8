import { describe, expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { estimateOf } from './estimate-figures.ts';
import type { ReplayedCampaign } from './replay-campaign.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 4, 6, 14, 30);

/** Of 1,000 replayed requests, 400 match and 200 are won, at $2 for a thousand. */
const REPLAYED: ReplayedCampaign = {
  ignored: ['frequency'],
  all: { requests: 1000, samples: 100 },
  matched: { requests: 400, samples: 40 },
  won: { requests: 200, samples: 20 },
  curve: [
    { factor: 0.5, impressions: 100, spendMicros: 100_000 },
    { factor: 1, impressions: 200, spendMicros: 400_000 },
  ],
  conditions: new Map([
    ['targeting.include.countries', 50],
    ['targeting.include.topics', 300],
    ['targeting.exclude.keywords', 0],
  ]),
  reasons: new Map([
    ['outbid', { kind: 'outbid', example: 'dsp bid more', requests: 150 }],
    ['floor', { kind: 'below-floor', example: '2 is below the floor of 3 USD', requests: 50 }],
  ]),
};

function estimate(
  campaign: Partial<Campaign> = {},
  { ageMs = DAY_MS, requests = 1000, replayed = REPLAYED } = {},
) {
  return estimateOf(replayed, {
    campaign: campaignOf({ id: 'new', cpm: 2, ...campaign }),
    set: { samples: [], requests, firstMs: NOW_MS - ageMs },
    nowMs: NOW_MS,
    clickRate: { rate: 0.01, of: 'nobody' },
  });
}

describe('figures of a day', () => {
  test('are a part of what several days had, and all of what a part of a day had', () => {
    expect(estimate({}, { ageMs: 4 * DAY_MS })).toMatchObject({ requests: 250, impressions: 50 });
    const early = estimate({}, { ageMs: 3 * HOUR_MS });
    expect(early).toMatchObject({ requests: 1000, impressions: 200 });
    expect(early.confidence).toContain('of the last 3 hours, so a whole day may bring more');
  });
});

describe('a budget', () => {
  const limitsOf = (campaign: Partial<Campaign>) => {
    const { impressions, spendUsd, limitedBy } = estimate(campaign);
    return { impressions, spendUsd, limitedBy };
  };

  test('ends it with the limit that is reached first', () => {
    expect(limitsOf({ budget: { daily: 0.1, impressions: { daily: 100 } } })).toEqual({
      impressions: 50,
      spendUsd: 0.1,
      limitedBy: 'budget.daily',
    });
    expect(limitsOf({ budget: { daily: 0.3, impressions: { daily: 100 } } })).toEqual({
      impressions: 100,
      spendUsd: 0.2,
      limitedBy: 'budget.impressions.daily',
    });
    expect(limitsOf({ budget: { daily: 0.4 } }).limitedBy).toBeNull();
  });

  test('that is one in all is spread over the days of the flight, in its zone, unless it is spent as soon as possible', () => {
    const total = (flight: NonNullable<Campaign['flight']>, more: Partial<Campaign> = {}) =>
      limitsOf({ budget: { total: 0.4 }, flight, ...more }).spendUsd;
    expect(total({})).toBe(0.4);
    // Four days and nine and a half hours are left in UTC, seven hours more in Los Angeles.
    expect(total({ end: '2026-05-10' })).toBeCloseTo(0.4 / (4 + 9.5 / 24), 3);
    expect(total({ end: '2026-05-10' }, { zone: 'America/Los_Angeles' })).toBeCloseTo(
      0.4 / (4 + 16.5 / 24),
      3,
    );
    expect(total({ start: '2026-05-08', end: '2026-05-11' })).toBe(0.1);
    // As impressions are: four days have 25 each.
    const flight = { start: '2026-05-08', end: '2026-05-11' };
    expect(limitsOf({ budget: { impressions: { total: 100 } }, flight })).toMatchObject({
      impressions: 25,
      limitedBy: 'budget.impressions.total',
    });
    const asap: Partial<Campaign> = { budget: { total: 0.4, pacing: 'asap' } };
    expect(total({ end: '2026-05-10' }, asap)).toBe(0.4);
  });
});
