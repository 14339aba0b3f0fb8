import { expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../test/campaigns/test-support.ts';
import { approvedVersion } from './approved-version.ts';
import {
  type Review,
  STORED_STATES,
  type StoredCampaign,
  servedCampaign,
} from './stored-campaign.ts';

const [ONE, TWO] = [creativeOf({ id: 'one' }), creativeOf({ id: 'two' })];
const CAMPAIGN = campaignOf({ id: 'c', creatives: [ONE, TWO] });

const reviewOf = (creative: string, state: Review['state']): Review => ({
  creative,
  state,
  reason: '',
});

const storedOf = (
  reviews: readonly Review[],
  state: StoredCampaign['state'] = 'active',
): StoredCampaign => ({
  partner: 'own',
  state,
  revision: 1,
  createdMs: 0,
  createdRevision: 1,
  changedMs: 0,
  changedBy: 'ann',
  campaign: CAMPAIGN,
  reviews,
  approved: approvedVersion(CAMPAIGN, reviews, undefined),
});

test('only creatives that were approved serve', () => {
  for (const state of ['waiting', 'rejected'] as const) {
    const reviews = [reviewOf('one', state), reviewOf('two', 'approved')];
    expect(servedCampaign(storedOf(reviews))).toEqual({ ...CAMPAIGN, creatives: [TWO] });
  }
  expect(servedCampaign(storedOf([reviewOf('two', 'approved')]))?.creatives).toEqual([TWO]);
});

test('a campaign without an approved creative does not serve', () => {
  const reviews = [reviewOf('one', 'waiting'), reviewOf('two', 'rejected')];
  expect(servedCampaign(storedOf(reviews))).toBeUndefined();
  expect(servedCampaign(storedOf([reviewOf('other', 'approved')]))).toBeUndefined();
});

test('only an active campaign serves', () => {
  const reviews = [reviewOf('one', 'approved'), reviewOf('two', 'approved')];
  const serving = STORED_STATES.filter((state) => servedCampaign(storedOf(reviews, state)));
  expect(serving).toEqual(['active']);
});

test('a field that was added to the sender does not serve with the approved version', () => {
  const { creatives, advertiser, domain } = CAMPAIGN;
  const changed = { ...CAMPAIGN, categories: ['IAB13'], cpm: 9 };
  const reviews = [reviewOf('one', 'waiting'), reviewOf('two', 'waiting')];
  const approved = { creatives, advertiser, domain };
  const stored = { ...storedOf(reviews), campaign: changed, approved };
  expect(servedCampaign(stored)).toEqual({ ...CAMPAIGN, cpm: 9 });
});
