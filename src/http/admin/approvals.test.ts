import { expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
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
