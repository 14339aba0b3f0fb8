import { expect, test } from 'bun:test';
import { createAdStoreBuilder, createAdvertiserNumbers } from './ads.ts';
import type { Campaign } from './campaign-schema.ts';
import { DEFAULT_CAMPAIGNS_FILE } from './default-campaigns.ts';
import { CampaignsFault, readCampaigns } from './read-campaigns.ts';

const campaigns = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
if (campaigns instanceof CampaignsFault) throw new Error(campaigns.message);
const [campaign] = campaigns;
if (campaign === undefined) throw new Error('expected a campaign');

function createAdStore(all: readonly Campaign[], imageBaseUrl: string) {
  const { add, finish } = createAdStoreBuilder(imageBaseUrl, createAdvertiserNumbers());
  for (const one of all) add(one);
  return finish();
}

test('of the ads that were used, a thousand are kept as objects, and the oldest makes room', () => {
  const many = Array.from({ length: 1001 }, () => campaign);
  const { adOf } = createAdStore(many, 'https://bid.example.com');
  const first = adOf(0);
  expect(adOf(0)).toBe(first);
  for (let index = 1; index < 1000; index++) adOf(index);
  expect(adOf(0)).toBe(first);
  adOf(1000);
  expect(adOf(0)).not.toBe(first);
  expect(adOf(0)).toEqual(first);
});

test('campaigns of one advertiser share a number, and others do not', () => {
  const other = { ...campaign, advertiser: 'Another', domain: 'another.example' };
  const { advertiserOf } = createAdStore([campaign, other, campaign], 'https://bid.example.com');
  expect(advertiserOf(0)).toBe(advertiserOf(2));
  expect(advertiserOf(0)).not.toBe(advertiserOf(1));
});
