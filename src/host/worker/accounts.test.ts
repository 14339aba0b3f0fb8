import { expect, test } from 'bun:test';
import { parseCampaigns } from '../../demand/campaigns/read-campaigns.ts';
import { ALL_HOURS } from '../../lib/local-day.ts';
import { assignedOf, rowOf } from './accounts.ts';

const text = `campaigns:
  - id: plain
    advertiser: A
    domain: a.example
    cpm: 2.5004
    creatives: [{ id: c, title: T, link: "https://a.example/" }]
  - id: limited
    advertiser: B
    domain: b.example
    cpm: 5
    flight: { start: 2026-03-01, end: 2026-03-02 }
    budget: { total: 100.01, daily: 0.29, impressions: { daily: 7 } }
    adjustments: [{ when: { days: [mon] }, factor: 1.5 }, { when: { days: [tue] }, factor: 0.5 }]
    creatives: [{ id: c, title: T, link: "https://b.example/" }]
`;

test('campaigns of files become accounts in their rows, with amounts in whole micros', () => {
  const campaigns = parseCampaigns(text, 'campaigns.yaml');
  if (!Array.isArray(campaigns)) throw new Error('the file has a fault');
  const assigned = assignedOf({
    rows: { partners: [], campaigns: { house: [5, 0], other: [2] } },
    setup: {
      config: { campaigns: { riskMax: 20 } },
      campaigns: new Map([
        ['house', campaigns],
        ['other', campaigns.slice(0, 1)],
      ]),
    },
  });
  const accounts = assigned.map(({ account }) => account);
  expect(
    assigned.map(({ index, account: { partner, campaign } }) => `${index} ${partner}/${campaign}`),
  ).toEqual(['5 house/plain', '0 house/limited', '2 other/plain']);
  expect(accounts[0]).toMatchObject({ unitMicros: 2501, unitMicrosMax: 2501, budget: undefined });
  expect(accounts[1]).toEqual({
    partner: 'house',
    campaign: 'limited',
    advertiser: 'B',
    domain: 'b.example',
    startMs: Date.parse('2026-03-01T00:00:00Z'),
    endMs: Date.parse('2026-03-03T00:00:00Z'),
    zone: 'UTC',
    openHours: ALL_HOURS,
    unitMicros: 5000,
    unitMicrosMax: 7500,
    budget: {
      pacing: 'even',
      money: { total: 100_010_000, daily: 290_000 },
      impressions: { total: undefined, daily: 7 },
    },
    riskMicros: undefined,
  });
});

test('a campaign of a file without a row in the memory does not start without its budget', () => {
  expect(() => rowOf({ house: [5] }, 'house', 1)).toThrow('campaign 1 of house has no row');
});
