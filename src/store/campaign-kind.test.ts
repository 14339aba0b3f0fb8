import { afterAll, describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../test/campaigns/test-support.ts';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import { accountsIn } from '../../test/store/accounts.ts';
import { stored } from '../../test/stored.ts';
import {
  type Campaign,
  type CampaignCreative,
  CampaignSchema,
} from '../demand/campaigns/campaign-schema.ts';
import { FREE_FIELDS } from '../demand/campaigns/free-fields.ts';
import { checkCampaign } from '../demand/campaigns/read-campaigns.ts';
import {
  approvedCampaign,
  approvedVersion,
  CAMPAIGN,
  type Covered,
  coveredOf,
  pendingChanges,
  type Review,
  reviewsOf,
  withContent,
  writeFirst,
} from './campaign-kind.ts';
import { recordsAfter } from './store.ts';

afterAll(cleanUp);

const A = creativeOf({ id: 'a' });
const B = creativeOf({ id: 'b' });
const A2 = { ...A, title: 'Another title' };
const C = creativeOf({ id: 'c' });

const withAds = (...creatives: readonly CampaignCreative[]): Campaign =>
  campaignOf({ id: 'c', creatives });

const fromBank = (campaign: Campaign): Campaign => ({ ...campaign, advertiser: 'Your Bank' });

type States = Readonly<Record<string, Review['state']>>;

const reviewsBy = (states: States): Readonly<Record<string, Review>> =>
  Object.fromEntries(Object.entries(states).map(([id, state]) => [id, { state, reason: '' }]));

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
  const kept = (definition: Campaign, states: States, approved: Covered) => ({
    definition,
    kept: { reviews: reviewsBy(states), approved },
  });
  const statesAfter = (next: Campaign, before: ReturnType<typeof kept>, needsApproval = true) =>
    Object.entries(reviewsOf(next, before, needsApproval ? 'waiting' : 'approved')).map(
      ([creative, { state }]) => `${creative} ${state}`,
    );
  const both = kept(withAds(A, B), { a: 'approved', b: 'approved' }, BOTH);
  const swapped = kept(fromBank(withAds(A, B)), { a: 'waiting', b: 'rejected' }, BOTH);

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
    const current = kept(withAds(A2, B), { a: 'waiting', b: 'approved' }, left);
    expect(statesAfter(withAds(A, B), current)).toEqual(['a waiting', 'b approved']);
  });
});

describe('the changes that are not approved', () => {
  test('are named by field, creatives by their ids and whatever their order', () => {
    const kept = { reviews: {}, approved: BOTH };
    const definition = fromBank(withAds(C, B, A2));
    expect(pendingChanges({ definition, kept })).toEqual([
      { field: 'advertiser', from: 'Advertiser of c', to: 'Your Bank' },
      { field: 'creatives.a.title', from: 'A title', to: 'Another title' },
      { field: 'creatives.c', from: undefined, to: C },
    ]);
    const reviews = reviewsBy({ a: 'approved', b: 'approved' });
    const turned = { definition: withAds(B, A), kept: { ...kept, reviews } };
    expect(pendingChanges(turned)).toEqual([]);
  });
});

const CREATIVE = creativeOf({});
const FIRST = campaignOf({ id: 'c', creatives: [CREATIVE] });

/** Another value of each field of a campaign but its id, which cannot change, and its creatives. */
const OTHER: Required<Omit<Campaign, 'id' | 'creatives'>> = {
  advertiser: 'Your Bank (official)',
  domain: 'bank.example',
  categories: ['IAB13'],
  cattax: 1,
  language: 'de',
  cpm: 2,
  cpc: 1,
  cpa: 9,
  riskMax: 5,
  conversions: { windowDays: 30 },
  flight: { end: '2030-01-01' },
  budget: { daily: 7 },
  targeting: { include: { countries: ['DEU'] } },
  adjustments: [{ when: { countries: ['DEU'] }, factor: 2 }],
  rotation: 'even',
  zone: 'Europe/Berlin',
  frequency: [{ of: 'campaign', per: 'conversation', within: '1d', atMost: 1 }],
};

/** Another value of each field of a creative. */
const OTHER_OF_CREATIVE: Required<CampaignCreative> = {
  id: 'other',
  title: 'Another title',
  description: 'Another text',
  sponsored: 'Your Bank (official)',
  cta: 'Log in',
  link: 'https://bank.example/',
  images: [{ url: 'https://bank.example/wide.png', w: 1200, h: 627 }],
  icons: [{ url: 'https://bank.example/icon.png', w: 64, h: 64 }],
  price: '$1',
  salePrice: '$0.50',
  rating: 5,
  displayUrl: 'bank.example',
  formats: ['native_standard'],
  weight: 2,
  ai: { picture: 'made' },
};

/** The campaign after this change, made where changes wait for approval. */
function changedTo(definition: Campaign) {
  const first = withContent(FIRST, undefined, 'approved');
  const before = { ...stored('own/c', 'active', FIRST, first.kept) };
  return withContent(definition, before, 'waiting');
}

const statesOf = ({ kept }: ReturnType<typeof changedTo>) =>
  Object.values(kept.reviews).map(({ state }) => state);

/** A campaign has one price, and one for conversions measures them. */
function changedBy(field: string): Campaign {
  const { cpm: _, ...unpriced } = FIRST;
  if (field === 'riskMax') return { ...unpriced, cpc: 1, riskMax: OTHER.riskMax };
  const before = field === 'cpc' || field === 'cpa' ? unpriced : FIRST;
  const conversions = field === 'cpa' ? { conversions: true } : {};
  return { ...before, ...conversions, [field]: OTHER[field as keyof typeof OTHER] };
}

describe('approval covers every field of a campaign but the listed ones', () => {
  const fields = Object.keys(CampaignSchema.properties).filter((field) => field !== 'creatives');
  const free: readonly string[] = FREE_FIELDS;

  test.each(fields.filter((field) => !free.includes(field)))('%s waits', (field) => {
    const campaign = changedBy(field);
    expect(campaign).not.toEqual(FIRST);
    const made = changedTo(campaign);
    expect(statesOf(made)).toEqual(['waiting']);
    expect(approvedCampaign(made)).toEqual(FIRST);
  });

  test.each(fields.filter((field) => free.includes(field) && field !== 'id'))(
    '%s takes effect at once',
    (field) => {
      const campaign = changedBy(field);
      expect(checkCampaign(campaign)).toEqual(campaign);
      const made = changedTo(campaign);
      expect(statesOf(made)).toEqual(['approved']);
      expect(approvedCampaign(made)).toEqual(campaign);
    },
  );

  test.each(Object.keys(CampaignSchema.properties.creatives.items.properties))(
    'creatives[].%s waits',
    (field) => {
      const other = OTHER_OF_CREATIVE[field as keyof CampaignCreative];
      const made = changedTo({ ...FIRST, creatives: [{ ...CREATIVE, [field]: other }] });
      expect(statesOf(made)).toEqual(['waiting']);
      expect(approvedCampaign(made)).toEqual(FIRST);
    },
  );
});

test('first campaigns are not created where a campaign of any partner is or was', async () => {
  const database = await openOwnLedger();
  const { addCampaign, setCampaign } = accountsIn(database);
  const created = async () => {
    const samples = () => [campaignOf({ id: 'a' })];
    await database.transaction((query) => writeFirst(query, 'house', { samples, nowMs: 1000 }));
    const all = await recordsAfter(database.query, 0);
    return all.filter(({ kind, record }) => kind === CAMPAIGN.name && record.id === 'house/a')
      .length;
  };
  await addCampaign('own', campaignOf({ id: 'mine' }));
  expect(await created()).toBe(0);
  await setCampaign('own/mine', 'deleted');
  expect(await created()).toBe(0);
});
