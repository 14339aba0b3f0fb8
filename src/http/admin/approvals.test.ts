import { expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import { coveredOf } from '../../store/covered-fields.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { approvalList } from './approvals.ts';

function waitingFrom(id: string, changedMs: number, more: Partial<StoredCampaign> = {}) {
  const campaign = campaignOf({ id });
  const stored: StoredCampaign = {
    partner: 'own',
    campaign,
    state: 'active',
    reviews: [{ creative: 'main', state: 'waiting', reason: '' }],
    approved: undefined,
    revision: changedMs,
    createdRevision: 1,
    createdMs: 0,
    changedMs,
    changedBy: 'ann',
  };
  return { ...stored, ...more };
}

const listOf = (campaigns: readonly StoredCampaign[], query = '') =>
  approvalList(campaigns, new URLSearchParams(query));

test('what waits longest is first, and an archived campaign waits for nothing', () => {
  const { rows, total } = listOf([
    waitingFrom('late', 9),
    waitingFrom('archived', 1, { state: 'archived' }),
    waitingFrom('draft', 5, { state: 'draft' }),
    waitingFrom('done', 2, { reviews: [{ creative: 'main', state: 'approved', reason: '' }] }),
  ]);
  expect(rows.map(({ campaign }) => campaign)).toEqual(['draft', 'late']);
  expect(total).toBe(2);
});

test('a new creative of a sender that changed shows that the sender changed', () => {
  const before = campaignOf({ id: 'a', domain: 'old.example' });
  const campaign = campaignOf({
    id: 'a',
    domain: 'new.example',
    creatives: [creativeOf({ id: 'b' })],
  });
  const reviews = [{ creative: 'b', state: 'waiting', reason: '' }] as const;
  const stored = waitingFrom('a', 1, { campaign, reviews, approved: coveredOf(before) });
  expect(listOf([stored]).rows).toMatchObject([
    { kind: 'new', changes: [{ field: 'domain', from: 'old.example', to: 'new.example' }] },
  ]);
});
