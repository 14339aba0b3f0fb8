import { afterAll, describe, expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { cleanUp } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { fileWith } from '../../../test/store/campaigns.ts';
import type { CampaignQuestion } from '../../console/campaigns/api.ts';
import { packRates } from '../../demand/packed-rates.ts';
import { learnRates, type RatedName } from '../../demand/rate-model.ts';
import type { CampaignStatus } from '../../ledger/budgets/campaign-status.ts';
import { coveredOf } from '../../store/covered-fields.ts';
import { type StoredCampaign, storeKey } from '../../store/stored-campaign.ts';
import { campaignsAnswer } from './campaigns.ts';
import type { AdminApiSources } from './sources.ts';

afterAll(cleanUp);

const ALL: CampaignQuestion = {
  find: '',
  state: undefined,
  partner: undefined,
  sort: 'name',
  page: 1,
};

const progress = (spentTotal: number, spentToday: number) => ({
  spentTotal,
  spentToday,
  total: null,
  daily: null,
  allowedByNow: null,
});

const reportOf = (campaign: string, fields: Partial<CampaignStatus> = {}): CampaignStatus => ({
  partner: 'file',
  campaign,
  advertiser: `Advertiser of ${campaign}`,
  state: 'serving',
  sentence: 'serving',
  money: null,
  impressions: null,
  ...fields,
});

function storedOf(id: string, fields: Partial<StoredCampaign> = {}): StoredCampaign {
  const campaign = campaignOf({ id });
  return {
    partner: 'own',
    state: 'active',
    revision: 1,
    createdMs: 0,
    createdRevision: 1,
    changedMs: 1000,
    changedBy: 'ann',
    campaign,
    approved: coveredOf(campaign),
    reviews: [{ creative: 'main', state: 'approved', reason: '' }],
    ...fields,
  };
}

/** Its approved version serves; another advertiser waits. */
const CHANGED = storedOf('b', {
  campaign: campaignOf({ id: 'b', advertiser: 'Your Bank (official)' }),
  reviews: [{ creative: 'main', state: 'waiting', reason: '' }],
});

type Given = {
  /** Of the file of the partner `file`, whose campaigns have these ids. */
  readonly reports?: readonly CampaignStatus[];
  readonly stored?: readonly StoredCampaign[];
  readonly reportsOfStored?: readonly CampaignStatus[];
};

function answerOf({ reports = [], stored = [], reportsOfStored = [] }: Given) {
  const campaigns = reports.map(({ campaign: id }, n) =>
    campaignOf({ id, ...(n === 0 ? { flight: { end: '2026-12-01T00:00:00Z' } } : {}) }),
  );
  const work = sharedWorkOf([
    { name: 'file', kind: 'campaigns', path: fileWith(campaigns) },
    { name: 'own', kind: 'campaigns', store: true },
  ]);
  const byKey = new Map(stored.map((one) => [storeKey(one.partner, one.campaign.id), one]));
  const sources = {
    budgets: { statuses: async () => [...reports, ...reportsOfStored] },
    work: () => work,
    store: {
      campaigns: () => byKey,
      rowOf: (key: string) => {
        const row = reportsOfStored.findIndex(({ campaign }) => key === `own/${campaign}`);
        return row === -1 ? undefined : reports.length + row;
      },
    },
    rates: {
      textOf: ({ name }: RatedName) => (name === 'learned' ? LEARNED : undefined),
    },
    // Nothing else is used for the list.
  } as unknown as AdminApiSources;
  return (question: CampaignQuestion) => campaignsAnswer(sources, question);
}

const [LEARNED] = learnRates(
  [
    {
      partner: 'own',
      seat: 'a',
      campaign: 'learned',
      creative: 'c',
      publisher: 'p',
      format: '',
      impressions: 2000,
      clicks: 60,
      conversions: 0,
    },
  ],
  () => undefined,
).map(packRates);

const names = (rows: readonly { readonly campaign: string }[]) =>
  rows.map(({ campaign }) => campaign);

describe('the list of campaigns', () => {
  test('has fifty rows a page, and a page behind the last is the last', async () => {
    const ids = Array.from({ length: 51 }, (_, n) => `c${String(n).padStart(2, '0')}`);
    const answer = answerOf({ reports: ids.map((id) => reportOf(id)) });
    const first = await answer(ALL);
    expect(names(first.rows)).toEqual(ids.slice(0, 50));
    expect(first).toMatchObject({ total: 51, page: 1, pages: 2 });
    for (const page of [2, 3]) {
      const last = await answer({ ...ALL, page });
      expect(names(last.rows)).toEqual(['c50']);
      expect(last).toMatchObject({ page: 2, pages: 2 });
    }
  });

  test('says what an impression of a campaign is expected to bring, once it was shown', async () => {
    const { rows } = await answerOf({ reports: [reportOf('learned'), reportOf('new')] })(ALL);
    expect(rows.map(({ expected }) => expected)).toEqual([
      { clicks: 0.0167, conversions: 0.000455 },
      null,
    ]);
  });

  test('without campaigns has one empty page', async () => {
    const list = await answerOf({})(ALL);
    expect(list).toEqual({
      rows: [],
      total: 0,
      page: 1,
      pages: 1,
      states: [],
      storePartners: ['own'],
    });
  });

  test('has those of files and of the store, without those that were deleted', async () => {
    const list = await answerOf({
      reports: [reportOf('a')],
      stored: [storedOf('b'), storedOf('gone', { state: 'deleted' })],
    })(ALL);
    expect(list.rows).toEqual([
      {
        partner: 'file',
        campaign: 'a',
        advertiser: 'Advertiser of a',
        state: 'serving',
        sentence: 'serving',
        money: null,
        impressions: null,
        changed: null,
        startsAt: null,
        endsAt: '2026-12-01T00:00:00.000Z',
        hasChangeWaiting: false,
        expected: null,
      },
      {
        partner: 'own',
        campaign: 'b',
        advertiser: 'Advertiser of b',
        state: 'quiet',
        sentence: 'starting',
        money: null,
        impressions: null,
        changed: { at: '1970-01-01T00:00:01.000Z', by: 'ann' },
        startsAt: null,
        endsAt: null,
        hasChangeWaiting: false,
        expected: null,
      },
    ]);
  });

  test('has the days of a flight in the time zone of the campaign', async () => {
    const flight = { start: '2026-12-01', end: '2026-12-02' };
    const campaign = campaignOf({ id: 'b', flight, zone: 'Europe/Berlin' });
    const list = await answerOf({ stored: [storedOf('b', { campaign })] })(ALL);
    expect(list.rows).toMatchObject([
      { startsAt: '2026-11-30T23:00:00.000Z', endsAt: '2026-12-02T23:00:00.000Z' },
    ]);
  });

  test('names the advertiser that is approved, not the one that waits', async () => {
    const list = await answerOf({ stored: [CHANGED] })(ALL);
    expect(list.rows).toMatchObject([
      {
        state: 'quiet',
        advertiser: 'Advertiser of b',
        hasChangeWaiting: true,
        sentence: 'starting; a change waits for approval',
      },
    ]);
  });

  test('has a campaign whose change waits among those that wait, and before those that serve', async () => {
    const answer = answerOf({ reports: [reportOf('a')], stored: [CHANGED] });
    expect(names((await answer({ ...ALL, state: 'waiting' })).rows)).toEqual(['b']);
    const { rows, states } = await answer({ ...ALL, sort: 'urgency' });
    expect(names(rows)).toEqual(['b', 'a']);
    expect(states).toContainEqual({ state: 'waiting', count: 1 });
    expect(states).toContainEqual({ state: 'quiet', count: 1 });
  });

  test('shows what a campaign of the store has spent', async () => {
    const report = reportOf('b', { money: progress(2, 1), impressions: progress(20, 10) });
    const list = await answerOf({
      reports: [reportOf('a')],
      stored: [storedOf('b')],
      reportsOfStored: [report],
    })({ ...ALL, partner: 'own' });
    expect(list.rows).toMatchObject([
      {
        state: 'serving',
        sentence: 'serving',
        money: report.money,
        impressions: report.impressions,
      },
    ]);
  });
});

describe('a question about campaigns', () => {
  const answer = answerOf({
    reports: [
      reportOf('Alpha', { money: progress(1, 9) }),
      reportOf('beta', { state: 'daily-budget-reached', money: progress(5, 0) }),
      reportOf('gamma', { state: 'no-request-matched', advertiser: 'Alphabet' }),
    ],
    stored: [
      storedOf('late', { changedMs: 5000, state: 'draft' }),
      storedOf('early', { changedMs: 3000, state: 'draft' }),
    ],
  });
  const found = async (question: Partial<CampaignQuestion>) =>
    names((await answer({ ...ALL, ...question })).rows);

  test('finds names, advertisers and partners by a part, whatever its case', async () => {
    expect(await found({ find: ' ALPHA ' })).toEqual(['Alpha', 'gamma']);
    expect(await found({ find: 'own' })).toEqual(['early', 'late']);
  });

  test('may be about one partner, or one state', async () => {
    expect(await found({ partner: 'own' })).toEqual(['early', 'late']);
    expect(await found({ state: 'stopped' })).toEqual(['beta']);
  });

  test('is told the states of all that it found, the most frequent first', async () => {
    const { states, total } = await answer({ ...ALL, state: 'draft' });
    expect(total).toBe(2);
    expect(states).toEqual([
      { state: 'draft', count: 2 },
      { state: 'stopped', count: 1 },
      { state: 'serving', count: 1 },
      { state: 'quiet', count: 1 },
    ]);
  });

  const ORDERS: Readonly<Record<CampaignQuestion['sort'], readonly string[]>> = {
    urgency: ['beta', 'Alpha', 'gamma', 'late', 'early'],
    name: ['Alpha', 'beta', 'early', 'gamma', 'late'],
    advertiser: ['Alpha', 'beta', 'early', 'late', 'gamma'],
    spent: ['beta', 'Alpha', 'gamma', 'late', 'early'],
    today: ['Alpha', 'beta', 'gamma', 'late', 'early'],
    changed: ['late', 'early', 'Alpha', 'beta', 'gamma'],
  };
  for (const [sort, order] of Object.entries(ORDERS)) {
    test(`may be sorted by ${sort}`, async () => {
      expect(await found({ sort: sort as CampaignQuestion['sort'] })).toEqual([...order]);
    });
  }
});
