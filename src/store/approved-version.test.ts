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

const BOTH = coveredOf(withAds(A, B));
const ONE = coveredOf(withAds(A));
const AB = withAds(A, B);
const CHANGED = withAds(A2, B);
const SWAPPED = fromBank(AB);
const REPLACED = withAds(B, C);

/** What is approved before, the campaign as it is now with the reviews of its creatives, and what is approved then. */
const CASES: readonly (readonly [
  name: string,
  before: Covered | undefined,
  campaign: Campaign,
  states: States,
  after: Campaign | undefined,
])[] = [
  ['nothing before the first approval', undefined, AB, { a: 'waiting', b: 'rejected' }, undefined],
  ['what was approved so far', undefined, AB, { a: 'waiting', b: 'approved' }, withAds(B)],
  ['all of it at last', coveredOf(withAds(B)), AB, { a: 'approved', b: 'approved' }, AB],
  ['the old form while the new one waits', BOTH, CHANGED, { a: 'waiting', b: 'approved' }, AB],
  ['the old form of one that is rejected', BOTH, CHANGED, { a: 'rejected', b: 'approved' }, AB],
  ['the new form', BOTH, CHANGED, { a: 'approved', b: 'approved' }, CHANGED],
  [
    'a creative that is approved while another one waits',
    BOTH,
    withAds(A2, B, C),
    { a: 'waiting', b: 'approved', c: 'approved' },
    withAds(A, B, C),
  ],
  ['the old sender, in part', BOTH, SWAPPED, { a: 'approved', b: 'waiting' }, AB],
  ['the old sender, rejected', BOTH, SWAPPED, { a: 'approved', b: 'rejected' }, AB],
  ['the new sender', BOTH, SWAPPED, { a: 'approved', b: 'approved' }, SWAPPED],
  ['none whose approval is taken back', BOTH, AB, { a: 'waiting', b: 'approved' }, withAds(B)],
  ['none that is rejected later', BOTH, AB, { a: 'rejected', b: 'approved' }, withAds(B)],
  ['nothing if all are', BOTH, AB, { a: 'rejected', b: 'rejected' }, undefined],
  ['none that was removed', BOTH, withAds(B), { b: 'approved' }, withAds(B)],
  ['one until it is replaced', BOTH, REPLACED, { b: 'approved', c: 'waiting' }, withAds(B, A)],
  ['none that nothing replaces', BOTH, REPLACED, { b: 'approved', c: 'rejected' }, withAds(B)],
  ['an old id while the new one waits', ONE, withAds(C), { c: 'waiting' }, withAds(A)],
  ['an old id while the new one is rejected', ONE, withAds(C), { c: 'rejected' }, withAds(A)],
];

test.each(CASES)('approved is %s', (_, before, campaign, states, after) => {
  const approved = approvedVersion(campaign, reviewsBy(states), before);
  expect(approved).toEqual(after && coveredOf(after));
  // The same if it is asked again.
  expect(approvedVersion(campaign, reviewsBy(states), approved)).toEqual(approved);
});

test('what is approved never has more creatives than a campaign may have', () => {
  const many = (name: string) =>
    Array.from({ length: 50 }, (_, n) => creativeOf({ id: `${name}${n}` }));
  const next = withAds(...many('new'));
  const states = next.creatives.map(({ id }, n) => [id, n === 0 ? 'waiting' : 'approved'] as const);
  const before = coveredOf(withAds(...many('old')));
  const approved = approvedVersion(next, reviewsBy(Object.fromEntries(states)), before);
  expect(approved?.creatives).toHaveLength(50);
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
