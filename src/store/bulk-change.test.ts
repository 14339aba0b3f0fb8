import { describe, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { type BulkAction, bulkStep } from './bulk-change.ts';
import { coveredOf } from './covered-fields.ts';
import type { StoredCampaign } from './stored-campaign.ts';

function storedWith(
  fields: Partial<StoredCampaign>,
  terms: Partial<Campaign> = {},
): StoredCampaign {
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

const reasonOf = (stored: StoredCampaign, action: BulkAction) => {
  const step = bulkStep(stored, action);
  return 'reason' in step ? `${step.kind}: ${step.reason}` : step.kind;
};

describe('a state for many', () => {
  const PAUSE: BulkAction = { kind: 'state', state: 'paused' };

  test('is set where it may follow, and others stay as they are, with the reason', () => {
    expect(bulkStep(storedWith({}), PAUSE)).toEqual(PAUSE);
    expect(reasonOf(storedWith({ state: 'paused' }), PAUSE)).toBe(
      'unchanged: it is paused already',
    );
    expect(reasonOf(storedWith({ state: 'draft' }), PAUSE)).toBe('unchanged: it is a draft');
  });

  test('never brings back what is archived, whatever the action', () => {
    const archived = storedWith({ state: 'archived' });
    for (const action of [
      PAUSE,
      { kind: 'state', state: 'active' },
      { kind: 'bid-percent', percent: 10 },
      { kind: 'approve' },
    ] as const) {
      expect(reasonOf(archived, action)).toBe('unchanged: it is archived');
    }
  });
});

describe('a bid for many', () => {
  const priceAfter = (terms: Partial<Campaign>, action: BulkAction) => {
    const step = bulkStep(storedWith({}, terms), action);
    if (step.kind !== 'replace') return step;
    const { cpm, cpc, cpa } = step.campaign;
    return { cpm, cpc, cpa };
  };

  test('changes what each pays by', () => {
    const raise: BulkAction = { kind: 'bid-percent', percent: 10 };
    expect(priceAfter({ cpm: 0.05 }, raise)).toMatchObject({ cpm: 0.055 });
    expect(priceAfter({ cpm: 0.1 }, { kind: 'bid-percent', percent: 20 })).toMatchObject({
      cpm: 0.12,
    });
    const { cpm: _, ...clicks } = campaignOf({ id: 'a', cpc: 0.5 });
    const stored = { ...storedWith({}), campaign: clicks };
    expect(bulkStep(stored, raise)).toMatchObject({ campaign: { cpc: 0.55 } });
    const set: BulkAction = { kind: 'bid', price: 'cpm', usd: 3 };
    expect(reasonOf(stored, set)).toBe('unchanged: it pays by CPC and not by CPM');
    expect(priceAfter({ cpm: 1 }, set)).toMatchObject({ cpm: 3 });
    expect(priceAfter({ cpm: 3 }, set)).toMatchObject({ kind: 'unchanged' });
  });

  test('that no campaign may have is refused with the field', () => {
    expect(priceAfter({ cpm: 900 }, { kind: 'bid-percent', percent: 50 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^cpm: expected a number from 0.01 to 1000/),
    });
  });
});

test('a budget and dates keep what the action does not name', () => {
  const stored = storedWith(
    {},
    { budget: { total: 100, pacing: 'even' }, flight: { start: '2035-01-01' } },
  );
  expect(bulkStep(stored, { kind: 'budget', daily: 20 })).toMatchObject({
    campaign: { budget: { total: 100, daily: 20, pacing: 'even' } },
  });
  expect(bulkStep(stored, { kind: 'flight', end: '2036-01-01' })).toMatchObject({
    campaign: { flight: { start: '2035-01-01', end: '2036-01-01' } },
  });
});

test('an approval leaves what was rejected as it is, and does nothing where nothing waits', () => {
  const rejected = { creative: 'other', state: 'rejected', reason: 'loud' } as const;
  const waiting = { creative: 'main', state: 'waiting', reason: '' } as const;
  expect(bulkStep(storedWith({ reviews: [waiting, rejected] }), { kind: 'approve' })).toEqual({
    kind: 'review',
    reviews: [{ ...waiting, state: 'approved' }, rejected],
  });
  expect(bulkStep(storedWith({ reviews: [rejected] }), { kind: 'approve' })).toMatchObject({
    kind: 'unchanged',
  });
});
