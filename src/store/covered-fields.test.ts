import { describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../test/campaigns/test-support.ts';
import {
  type Campaign,
  type CampaignCreative,
  CampaignSchema,
} from '../demand/campaigns/campaign-schema.ts';
import { FREE_FIELDS } from '../demand/campaigns/free-fields.ts';
import { checkCampaign } from '../demand/campaigns/read-campaigns.ts';
import { approvedVersion, reviewsOf } from './approved-version.ts';
import { type StoredCampaign, servedCampaign } from './stored-campaign.ts';

const CREATIVE = creativeOf({});
const CAMPAIGN = campaignOf({ id: 'c', creatives: [CREATIVE] });

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
function changedTo(campaign: Campaign): StoredCampaign {
  const reviews = reviewsOf(CAMPAIGN, undefined, 'approved');
  const approved = approvedVersion(CAMPAIGN, reviews, undefined);
  const before: StoredCampaign = {
    partner: 'own',
    state: 'active',
    revision: 1,
    createdMs: 0,
    createdRevision: 1,
    changedMs: 0,
    changedBy: 'ann',
    campaign: CAMPAIGN,
    reviews,
    approved,
  };
  const after = reviewsOf(campaign, before, 'waiting');
  return {
    ...before,
    campaign,
    reviews: after,
    approved: approvedVersion(campaign, after, approved),
  };
}

/** A campaign has one price, and one for conversions measures them. */
function changedBy(field: string): Campaign {
  const { cpm, ...unpriced } = CAMPAIGN;
  if (field === 'riskMax') return { ...unpriced, cpc: 1, riskMax: OTHER.riskMax };
  const before = field === 'cpc' || field === 'cpa' ? unpriced : CAMPAIGN;
  const conversions = field === 'cpa' ? { conversions: true } : {};
  return { ...before, ...conversions, [field]: OTHER[field as keyof typeof OTHER] };
}

describe('approval covers every field of a campaign but the listed ones', () => {
  const fields = Object.keys(CampaignSchema.properties).filter((field) => field !== 'creatives');
  const free: readonly string[] = FREE_FIELDS;

  test.each(fields.filter((field) => !free.includes(field)))('%s waits', (field) => {
    const campaign = changedBy(field);
    expect(campaign).not.toEqual(CAMPAIGN);
    const stored = changedTo(campaign);
    expect(stored.reviews.map(({ state }) => state)).toEqual(['waiting']);
    expect(servedCampaign(stored)).toEqual(CAMPAIGN);
  });

  test.each(fields.filter((field) => free.includes(field) && field !== 'id'))(
    '%s takes effect at once',
    (field) => {
      const campaign = changedBy(field);
      expect(checkCampaign(campaign)).toEqual(campaign);
      const stored = changedTo(campaign);
      expect(stored.reviews.map(({ state }) => state)).toEqual(['approved']);
      expect(servedCampaign(stored)).toEqual(campaign);
    },
  );

  test.each(Object.keys(CampaignSchema.properties.creatives.items.properties))(
    'creatives[].%s waits',
    (field) => {
      const other = OTHER_OF_CREATIVE[field as keyof CampaignCreative];
      const stored = changedTo({ ...CAMPAIGN, creatives: [{ ...CREATIVE, [field]: other }] });
      expect(stored.reviews.map(({ state }) => state)).toEqual(['waiting']);
      expect(servedCampaign(stored)).toEqual(CAMPAIGN);
    },
  );
});
