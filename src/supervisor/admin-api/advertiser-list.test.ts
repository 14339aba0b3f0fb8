import { expect, test } from 'bun:test';
import type { AdvertiserQuestion } from '../../console/advertisers/api.ts';
import type { StoredAdvertiser } from '../../store/advertiser-record.ts';
import { NO_ACCESS } from '../../store/stored-account.ts';
import type { NamedCampaign } from './advertiser-campaigns.ts';
import { advertiserFigures } from './advertiser-figures.ts';
import { advertiserList } from './advertiser-list.ts';

const ALL: AdvertiserQuestion = { find: '', state: undefined, sort: 'spent', page: 1 };

const campaign = (id: string, domain: string, more: Partial<NamedCampaign> = {}) => ({
  partner: 'own',
  campaign: id,
  domain,
  advertiser: `Advertiser of ${domain}`,
  categories: undefined,
  state: 'selling' as const,
  kind: 'good' as const,
  sentence: 'selling',
  waiting: [],
  ...more,
});

const described = (id: string, state: StoredAdvertiser['state']): StoredAdvertiser => ({
  id,
  state,
  definition: { domain: id, name: `Described ${id}` },
  access: NO_ACCESS,
  revision: 1,
  createdMs: 1,
  createdRevision: 1,
  changedMs: 1,
  changedBy: 'ann',
});

const CAMPAIGNS: readonly NamedCampaign[] = [
  campaign('a1', 'a.example'),
  campaign('a2', 'a.example', { state: 'paused' }),
  campaign('b1', 'b.example'),
];

const FROM = {
  described: [described('b.example', 'blocked'), described('c.example', 'active')],
  campaigns: Map.groupBy(CAMPAIGNS, ({ domain }) => domain),
  spend: [
    { partner: 'own', campaign: 'b1', todayNanos: 5e8, nanos: 2e9 },
    { partner: 'own', campaign: 'a1', todayNanos: 1e9, nanos: 1e9 },
  ],
};

const domainsOf = (question: Partial<AdvertiserQuestion>) =>
  advertiserList(FROM, { ...ALL, ...question }).rows.map(({ domain }) => domain);

test('the list has advertisers that are described and those that campaigns name, with what their campaigns do', () => {
  expect(advertiserList(FROM, ALL).rows).toEqual([
    {
      domain: 'b.example',
      name: 'Described b.example',
      isDescribed: true,
      state: 'blocked',
      campaigns: 1,
      running: 1,
      spend: { todayUsd: 0.5, recentUsd: 2 },
    },
    {
      domain: 'a.example',
      name: 'Advertiser of a.example',
      isDescribed: false,
      state: 'active',
      campaigns: 2,
      running: 1,
      spend: { todayUsd: 1, recentUsd: 1 },
    },
    {
      domain: 'c.example',
      name: 'Described c.example',
      isDescribed: true,
      state: 'active',
      campaigns: 0,
      running: 0,
      spend: { todayUsd: 0, recentUsd: 0 },
    },
  ]);
});

test('it is searched by name and domain, chosen by state and ordered as asked', () => {
  expect(domainsOf({ find: 'DESCRIBED' })).toEqual(['b.example', 'c.example']);
  expect(domainsOf({ find: 'a.exa' })).toEqual(['a.example']);
  expect(domainsOf({ state: 'blocked' })).toEqual(['b.example']);
  expect(domainsOf({ sort: 'today' })).toEqual(['a.example', 'b.example', 'c.example']);
  expect(domainsOf({ sort: 'name' })).toEqual(['a.example', 'b.example', 'c.example']);
  expect(domainsOf({ sort: 'campaigns' })).toEqual(['a.example', 'b.example', 'c.example']);
});

test('a page has fifty, and one beyond the last is the last', () => {
  const many = Array.from({ length: 101 }, (_, index) => described(`s${index}.example`, 'active'));
  const list = advertiserList({ ...FROM, described: many }, { ...ALL, page: 9 });
  expect(list).toMatchObject({ total: 103, page: 3, pages: 3 });
  expect(list.rows).toHaveLength(3);
});

test('without the ledger, spend is not known, and not zero', async () => {
  const [row] = advertiserList({ ...FROM, spend: undefined }, ALL).rows;
  expect(row?.spend).toBeNull();
  const gone = () => {
    throw new Error('the database cannot be reached');
  };
  const waiting = [campaign('w', 'a.example', { waiting: ['card'], state: 'waiting' })];
  expect(await advertiserFigures(waiting, gone, 0)).toMatchObject({
    campaignCount: 1,
    running: 0,
    waiting: [{ partner: 'own', campaign: 'w', creative: 'card' }],
    spend: null,
  });
});
