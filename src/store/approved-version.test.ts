import { describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../test/campaigns/test-support.ts';
import type { Campaign, CampaignCreative } from '../demand/campaigns/campaign-schema.ts';
import { approvedVersion, pendingChanges, reviewsOf } from './approved-version.ts';
import { type Covered, coveredOf } from './covered-fields.ts';
import type { Review, StoredCampaign } from './stored-campaign.ts';

const A = creativeOf({ id: 'a' });
const B = creativeOf({ id: 'b' });
const A2 = { ...A, title: 'Another title' };
const C = creativeOf({ id: 'c' });

const withAds = (...creatives: readonly CampaignCreative[]): Campaign =>
  campaignOf({ id: 'c', creatives });

const fromBank = (campaign: Campaign): Campaign => ({ ...campaign, advertiser: 'Your Bank' });

type States = Readonly<Record<string, Review['state']>>;

const reviewsBy = (states: States): readonly Review[] =>
  Object.entries(states).map(([creative, state]) => ({ creative, state, reason: '' }));

/** What is approved after that, which has to be the same if it is asked again. */
function approvedAfter(
  campaign: Campaign,
  states: States,
  before: Covered | undefined,
): Covered | undefined {
  const approved = approvedVersion(campaign, reviewsBy(states), before);
  expect(approvedVersion(campaign, reviewsBy(states), approved)).toEqual(approved);
  return approved;
}

const BOTH = coveredOf(withAds(A, B));

describe('what is approved', () => {
  test('is nothing before the first approval, then what was approved so far', () => {
    const both = withAds(A, B);
    expect(approvedAfter(both, { a: 'waiting', b: 'waiting' }, undefined)).toBeUndefined();
    expect(approvedAfter(both, { a: 'waiting', b: 'rejected' }, undefined)).toBeUndefined();
    const one = approvedAfter(both, { a: 'waiting', b: 'approved' }, undefined);
    expect(one).toEqual(coveredOf(withAds(B)));
    expect(approvedAfter(both, { a: 'approved', b: 'approved' }, one)).toEqual(BOTH);
  });

  test('keeps the form of a creative that was approved until the changed one is', () => {
    const changed = withAds(A2, B);
    for (const a of ['waiting', 'rejected'] as const) {
      expect(approvedAfter(changed, { a, b: 'approved' }, BOTH)).toEqual(BOTH);
    }
    expect(approvedAfter(changed, { a: 'approved', b: 'approved' }, BOTH)).toEqual(
      coveredOf(changed),
    );
  });

  test('takes up a creative that is approved while another one waits', () => {
    const grown = withAds(A2, B, C);
    const states = { a: 'waiting', b: 'approved', c: 'approved' } as const;
    expect(approvedAfter(grown, states, BOTH)).toEqual(coveredOf(withAds(A, B, C)));
  });

  test('keeps its sender until every creative is approved with the new one', () => {
    const swapped = fromBank(withAds(A, B));
    for (const b of ['waiting', 'rejected'] as const) {
      expect(approvedAfter(swapped, { a: 'approved', b }, BOTH)).toEqual(BOTH);
    }
    expect(approvedAfter(swapped, { a: 'approved', b: 'approved' }, BOTH)).toEqual(
      coveredOf(swapped),
    );
  });

  test('loses a creative whose approval is taken back, and nothing else', () => {
    const both = withAds(A, B);
    for (const a of ['waiting', 'rejected'] as const) {
      expect(approvedAfter(both, { a, b: 'approved' }, BOTH)).toEqual(coveredOf(withAds(B)));
    }
    const none = approvedAfter(both, { a: 'rejected', b: 'rejected' }, BOTH);
    expect(none).toBeUndefined();
  });

  test('loses a creative that was removed at once, unless another one waits to replace it', () => {
    expect(approvedAfter(withAds(B), { b: 'approved' }, BOTH)).toEqual(coveredOf(withAds(B)));
    const replaced = withAds(B, C);
    expect(approvedAfter(replaced, { b: 'approved', c: 'waiting' }, BOTH)).toEqual(
      coveredOf(withAds(B, A)),
    );
    expect(approvedAfter(replaced, { b: 'approved', c: 'rejected' }, BOTH)).toEqual(
      coveredOf(withAds(B)),
    );
  });

  test('keeps serving under the old id of a creative whose new id is not approved', () => {
    const one = coveredOf(withAds(A));
    for (const c of ['waiting', 'rejected'] as const) {
      expect(approvedAfter(withAds(C), { c }, one)).toEqual(one);
    }
  });

  test('never has more creatives than a campaign may have', () => {
    const many = (name: string) =>
      Array.from({ length: 50 }, (_, n) => creativeOf({ id: `${name}${n}` }));
    const next = withAds(...many('new'));
    const states = Object.fromEntries(
      next.creatives.map(({ id }, n) => [id, n === 0 ? 'waiting' : 'approved'] as const),
    );
    const approved = approvedAfter(next, states, coveredOf(withAds(...many('old'))));
    expect(approved?.creatives).toHaveLength(50);
  });
});

describe('the reviews of a changed campaign', () => {
  const stored = (campaign: Campaign, states: States, approved: Covered): StoredCampaign => ({
    partner: 'own',
    state: 'active',
    revision: 1,
    createdMs: 0,
    createdRevision: 1,
    changedMs: 0,
    changedBy: 'ann',
    campaign,
    reviews: reviewsBy(states),
    approved,
  });
  const statesAfter = (next: Campaign, current: StoredCampaign, needsApproval = true) =>
    reviewsOf(next, current, needsApproval ? 'waiting' : 'approved').map(
      ({ creative, state }) => `${creative} ${state}`,
    );
  const both = stored(withAds(A, B), { a: 'approved', b: 'approved' }, BOTH);
  const swapped = stored(fromBank(withAds(A, B)), { a: 'waiting', b: 'rejected' }, BOTH);

  test('all wait again once the sender changes', () => {
    expect(statesAfter(fromBank(withAds(A, B)), both)).toEqual(['a waiting', 'b waiting']);
    expect(statesAfter(fromBank(withAds(A, B)), both, false)).toEqual(['a approved', 'b approved']);
  });

  test('stay while neither creative nor sender changes, a rejection too', () => {
    const dearer = { ...fromBank(withAds(A, B)), cpm: 9 };
    expect(statesAfter(dearer, swapped)).toEqual(['a waiting', 'b rejected']);
  });

  test('are approvals again where what is approved comes back', () => {
    expect(statesAfter(withAds(A, B), swapped)).toEqual(['a approved', 'b approved']);
    expect(statesAfter(withAds(A2, B), swapped)).toEqual(['a waiting', 'b approved']);
  });

  test('do not approve what was rejected after its approval and comes back', () => {
    const left = coveredOf(withAds(B));
    const current = stored(withAds(A2, B), { a: 'waiting', b: 'approved' }, left);
    expect(statesAfter(withAds(A, B), current)).toEqual(['a waiting', 'b approved']);
  });
});

describe('the changes that are not approved', () => {
  test('are named by field, creatives by their ids and whatever their order', () => {
    const campaign = fromBank(withAds(C, B, A2));
    expect(pendingChanges({ campaign, approved: BOTH })).toEqual([
      { field: 'advertiser', from: 'Advertiser of c', to: 'Your Bank' },
      { field: 'creatives.a.title', from: 'A title', to: 'Another title' },
      { field: 'creatives.c', from: undefined, to: C },
    ]);
    expect(pendingChanges({ campaign: withAds(B, A), approved: BOTH })).toEqual([]);
  });
});
