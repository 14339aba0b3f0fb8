import { expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import {
  type CampaignStatus,
  SERVING_STATES,
  type ServingState,
} from '../../ledger/budgets/campaign-status.ts';
import { approvedVersion } from '../../store/approved-version.ts';
import { coveredOf } from '../../store/covered-fields.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { servingStateOf, storedState } from './campaigns.ts';

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
  sentence,
  money: null,
  impressions: null,
});

test('a campaign that does not run says since when and by whom', () => {
  const by = 'last changed by ann at 1970-01-01T00:00:01Z';
  const shownOf = (state: StoredCampaign['state']) => storedState(storedOf({ state }), undefined);
  expect(shownOf('draft')).toEqual({ state: 'draft', sentence: 'draft: it was not started yet' });
  expect(shownOf('paused')).toEqual({ state: 'paused', sentence: `paused; ${by}` });
  expect(shownOf('archived')).toEqual({ state: 'archived', sentence: `archived; ${by}` });
  expect(shownOf('deleted')).toEqual({ state: 'archived', sentence: `archived; ${by}` });
});

test('a campaign that runs has the state of its budget and flight', () => {
  const report = reportOf('daily-budget-reached', 'daily budget reached');
  expect(storedState(storedOf({}), report)).toEqual({
    state: 'stopped',
    sentence: 'daily budget reached',
  });
  expect(storedState(storedOf({}), undefined)).toEqual({ state: 'quiet', sentence: 'starting' });
});

test('a campaign without an approved creative waits, and names a creative that was rejected', () => {
  const waiting = { creative: 'one', state: 'waiting', reason: '' } as const;
  const rejected = { creative: 'two', state: 'rejected', reason: 'too loud' } as const;
  const report = reportOf('serving', 'serving');
  expect(storedState(storedOf({ reviews: [waiting] }), report)).toEqual({
    state: 'waiting',
    sentence: 'no creative is approved yet',
  });
  expect(storedState(storedOf({ reviews: [waiting, rejected] }), report)).toEqual({
    state: 'waiting',
    sentence: 'creative two was rejected: too loud',
  });
});

test('a campaign whose change is not approved says so beside how the approved version fares', () => {
  const approved = coveredOf(campaignOf({ id: 'c' }));
  const report = reportOf('serving', 'serving');
  const shownWith = (review: StoredCampaign['reviews'][number]) =>
    storedState(storedOf({ approved, reviews: [review] }), report);
  expect(shownWith({ creative: 'main', state: 'waiting', reason: '' })).toEqual({
    state: 'serving',
    sentence: 'serving; a change waits for approval',
  });
  expect(shownWith({ creative: 'main', state: 'rejected', reason: 'too loud' })).toEqual({
    state: 'serving',
    sentence: 'serving; creative main was rejected: too loud',
  });
});

test('only a campaign that serves is serving, one that is held back in part is held, and one that nothing matched is quiet', () => {
  const shown = SERVING_STATES.map((state) => [state, servingStateOf(reportOf(state, ''))]);
  expect(Object.fromEntries(shown)).toMatchObject({
    serving: 'serving',
    'held-back': 'held',
    'no-request-matched': 'quiet',
    'flight-ended': 'stopped',
  });
  expect(shown.filter(([, state]) => state === 'stopped')).toHaveLength(SERVING_STATES.length - 3);
});
