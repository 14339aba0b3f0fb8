import { expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { type BulkAction, bulkStep } from './bulk-change.ts';
import { coveredOf } from './covered-fields.ts';
import type { StoredCampaign } from './stored-campaign.ts';

function stored(terms: Partial<Campaign>, fields: Partial<StoredCampaign> = {}): StoredCampaign {
  const campaign = campaignOf({ id: 'a', ...terms });
  return {
    partner: 'own',
    campaign,
    state: 'active',
    reviews: [{ creative: 'main', state: 'waiting', reason: '' }],
    approved: coveredOf(campaign),
    revision: 1,
    createdRevision: 1,
    createdMs: 0,
    changedMs: 0,
    changedBy: 'ann',
    ...fields,
  };
}

const RAISE: BulkAction = { kind: 'bid-percent', percent: 10 };
const SET: BulkAction = { kind: 'bid', price: 'cpm', usd: 3 };

test.each([
  [{ cpm: 0.05 }, RAISE, { campaign: { cpm: 0.055 } }],
  [{ cpm: 0.1 }, { kind: 'bid-percent', percent: 20 }, { campaign: { cpm: 0.12 } }],
  [{ cpm: undefined, cpc: 0.5 }, RAISE, { campaign: { cpc: 0.55 } }],
  [{ cpm: 900 }, { kind: 'bid-percent', percent: 50 }, { kind: 'refused' }],
  [{ cpm: undefined, cpc: 0.5 }, SET, { kind: 'unchanged' }],
  [{ cpm: 1 }, SET, { campaign: { cpm: 3 } }],
  [{ cpm: 3 }, SET, { kind: 'unchanged' }],
] as readonly (readonly [object, BulkAction, object])[])(
  'a bid of many changes what each pays by: %j by %j',
  (terms, action, step) => {
    expect(bulkStep(stored(terms), action)).toMatchObject(step);
  },
);

test('nothing brings back what is archived', () => {
  const archived = stored({}, { state: 'archived' });
  for (const action of [RAISE, { kind: 'state', state: 'active' }, { kind: 'approve' }] as const) {
    expect(bulkStep(archived, action)).toMatchObject({ kind: 'unchanged' });
  }
});

test('an approval leaves what was rejected as it is, and does nothing where nothing waits', () => {
  const rejected = { creative: 'other', state: 'rejected', reason: 'loud' } as const;
  const waiting = { creative: 'main', state: 'waiting', reason: '' } as const;
  const approve = (reviews: StoredCampaign['reviews']) =>
    bulkStep(stored({}, { reviews }), { kind: 'approve' });
  expect(approve([waiting, rejected])).toEqual({
    kind: 'review',
    reviews: [{ ...waiting, state: 'approved' }, rejected],
  });
  expect(approve([rejected])).toMatchObject({ kind: 'unchanged' });
});
