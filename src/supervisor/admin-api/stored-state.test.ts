import { expect, test } from 'bun:test';
import { account } from '../../../test/budgets/accounts.ts';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import type { CampaignStatus, ServingState } from '../../ledger/budgets/campaign-status.ts';
import { approvedVersion } from '../../store/approved-version.ts';
import { coveredOf } from '../../store/covered-fields.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { fileRow, storedStanding } from './campaign-rows.ts';
import type { CampaignStanding } from './standing.ts';

function storedOf(fields: Partial<StoredCampaign>): StoredCampaign {
  const campaign = campaignOf({ id: 'c' });
  const { reviews = [{ creative: 'main', state: 'approved', reason: '' }] } = fields;
  return {
    partner: 'own',
    state: 'active',
    revision: 1,
    createdMs: 0,
    createdRevision: 1,
    changedMs: 1500,
    changedBy: 'ann',
    campaign,
    reviews,
    approved: approvedVersion(campaign, reviews, undefined),
    ...fields,
  };
}

const reportOf = (state: ServingState, sentence: string): CampaignStatus => ({
  partner: 'own',
  campaign: 'c',
  advertiser: 'a',
  state,
  head: sentence,
  how: null,
  sentence,
  money: null,
  impressions: null,
});

const SOLD = { bid: 4, sold: 3, unfit: 0, held: 0, period: 'today' } as const;

function storedState(
  stored: StoredCampaign,
  status: CampaignStatus | undefined,
  blocked: readonly string[] = [],
): CampaignStanding {
  const chances = { of: new Map([['own/c', SOLD]]), isAny: true };
  return storedStanding(stored, { status, chances, blocked, nowMs: 0 }, {});
}

test('a campaign that does not run says since when and by whom', () => {
  const by = 'last changed by ann at 1970-01-01T00:00:01Z';
  const shownOf = (state: StoredCampaign['state']) => storedState(storedOf({ state }), undefined);
  expect(shownOf('draft')).toEqual({
    state: 'draft',
    kind: 'quiet',
    sentence: 'draft: it was not started yet',
  });
  expect(shownOf('paused')).toEqual({ state: 'paused', kind: 'quiet', sentence: `paused; ${by}` });
  expect(shownOf('archived')).toEqual({
    state: 'archived',
    kind: 'quiet',
    sentence: `archived; ${by}`,
  });
  expect(shownOf('deleted')).toEqual({
    state: 'archived',
    kind: 'quiet',
    sentence: `archived; ${by}`,
  });
});

test('a campaign that runs has the state of its budget and flight', () => {
  const report = reportOf('daily-budget-reached', 'daily budget reached');
  expect(storedState(storedOf({}), report)).toEqual({
    state: 'stopped',
    kind: 'warn',
    sentence: 'daily budget reached',
  });
  expect(storedState(storedOf({}), undefined)).toEqual({
    state: 'quiet',
    kind: 'quiet',
    sentence: 'starting',
  });
});

test('a campaign whose advertiser is blocked for all publishers says so, whatever it sold before', () => {
  const { domain } = campaignOf({ id: 'c' });
  expect(storedState(storedOf({}), reportOf('serving', 'serving'), [domain])).toEqual({
    state: 'stopped',
    kind: 'bad',
    sentence: `its advertiser ${domain} is blocked for all publishers`,
  });
  expect(storedState(storedOf({ state: 'paused' }), undefined, [domain]).state).toBe('paused');
  const written = { ...campaignOf({ id: 'c' }), domain: `WWW.${domain.toUpperCase()}` };
  const asWritten = storedOf({ campaign: written, approved: undefined });
  expect(storedState(asWritten, undefined, [domain]).state).toBe('stopped');
});

test('so does one of a file, and one of a domain under the blocked one', () => {
  const chances = { of: new Map([['own/c', SOLD]]), isAny: true };
  const rowOf = (blocked: readonly string[]) => {
    const inFile = { ...account(undefined), domain: 'shop.boots.example' };
    const { with: _, ...row } = fileRow(reportOf('serving', 'serving'), inFile, {
      status: undefined,
      chances,
      blocked,
      nowMs: 0,
    });
    return row;
  };
  expect(rowOf(['other.example'])).toMatchObject({ state: 'selling', kind: 'good' });
  expect(rowOf(['boots.example'])).toMatchObject({
    state: 'stopped',
    kind: 'bad',
    sentence: 'its advertiser shop.boots.example is blocked for all publishers',
  });
});

test('a campaign without an approved creative waits, and names a creative that was rejected', () => {
  const waiting = { creative: 'one', state: 'waiting', reason: '' } as const;
  const rejected = { creative: 'two', state: 'rejected', reason: 'too loud' } as const;
  const report = reportOf('serving', 'serving');
  expect(storedState(storedOf({ reviews: [waiting] }), report)).toEqual({
    state: 'waiting',
    kind: 'warn',
    sentence: 'waiting for approval: no creative is approved yet',
  });
  expect(storedState(storedOf({ reviews: [waiting, rejected] }), report)).toEqual({
    state: 'waiting',
    kind: 'warn',
    sentence: 'waiting for approval: creative two was rejected: too loud',
  });
});

test('a campaign whose change is not approved says so beside how the approved version fares', () => {
  const approved = coveredOf(campaignOf({ id: 'c' }));
  const report = reportOf('serving', 'serving');
  const shownWith = (review: StoredCampaign['reviews'][number]) =>
    storedState(storedOf({ approved, reviews: [review] }), report);
  expect(shownWith({ creative: 'main', state: 'waiting', reason: '' })).toEqual({
    state: 'selling',
    kind: 'good',
    sentence: 'selling: 3 of 4 bids sold today; a change waits for approval',
  });
  expect(shownWith({ creative: 'main', state: 'rejected', reason: 'too loud' })).toEqual({
    state: 'selling',
    kind: 'good',
    sentence: 'selling: 3 of 4 bids sold today; creative main was rejected: too loud',
  });
});
