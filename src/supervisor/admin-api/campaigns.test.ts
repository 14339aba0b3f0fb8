import { afterAll, describe, expect, test } from 'bun:test';
import {
  ALL,
  answerOf,
  progress,
  reportOf,
  storedOf,
} from '../../../test/admin/listed-campaigns.ts';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { cleanUp } from '../../../test/process.ts';
import type { CampaignQuestion } from '../../console/campaigns/api.ts';

afterAll(cleanUp);

/** Its approved version serves; another advertiser waits. */
const CHANGED = storedOf('b', {
  campaign: campaignOf({ id: 'b', advertiser: 'Your Bank (official)' }),
  reviews: [{ creative: 'main', state: 'waiting', reason: '' }],
});

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
      isWhole: true,
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
        state: 'quiet',
        kind: 'quiet',
        sentence: 'it matches requests: what became of them is counted within seconds',
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
        kind: 'quiet',
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
    const cells = [{ campaign: 'a' }, { campaign: 'a', kind: 'won' as const }];
    const answer = answerOf({ reports: [reportOf('a')], stored: [CHANGED], cells });
    expect(names((await answer({ ...ALL, state: 'waiting' })).rows)).toEqual(['b']);
    const { rows, states } = await answer({ ...ALL, sort: 'urgency' });
    expect(names(rows)).toEqual(['b', 'a']);
    expect(states).toContainEqual({ state: 'waiting', count: 1 });
    expect(states).toContainEqual({ state: 'quiet', count: 1 });
  });

  test('shows what a campaign of the store has spent', async () => {
    const report = reportOf('b', {
      partner: 'own',
      money: progress(2, 1),
      impressions: progress(20, 10),
    });
    const list = await answerOf({
      reports: [reportOf('a')],
      stored: [storedOf('b')],
      reportsOfStored: [report],
      cells: [
        { partner: 'own', campaign: 'b', count: 4 },
        { partner: 'own', campaign: 'b', kind: 'won', count: 3 },
      ],
    })({ ...ALL, partner: 'own' });
    expect(list.rows).toMatchObject([
      {
        state: 'selling',
        kind: 'good',
        sentence: 'selling: 3 of 4 bids sold today',
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
    cells: [{ campaign: 'Alpha' }, { campaign: 'Alpha', kind: 'won' }],
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
      { state: 'quiet', count: 1 },
      { state: 'selling', count: 1 },
    ]);
  });

  const ORDERS: Readonly<Record<CampaignQuestion['sort'], readonly string[]>> = {
    urgency: ['beta', 'gamma', 'Alpha', 'late', 'early'],
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
