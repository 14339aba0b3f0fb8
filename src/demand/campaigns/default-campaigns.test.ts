import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { bidsOf, requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import { KNOWN_FORMATS } from '../../openrtb/known-formats.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';
import { sampleCampaigns } from './default-campaigns.ts';
import { defaultImage } from './default-images.ts';
import { checkCampaign } from './read-campaigns.ts';

const campaigns = sampleCampaigns();
const { bid } = createCampaignsPartner({
  name: 'house',
  campaigns,
  imageBaseUrl: 'https://bid.example.com',
});

const USUAL = {
  assets: [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, w: 1200, h: 627 } },
    { id: 3, required: 1, data: { type: 1, len: 25 } },
    { id: 4, required: 1, data: { type: 2, len: 140 } },
    { id: 5, required: 1, data: { type: 12, len: 15 } },
    { id: 6, required: 1, img: { type: 1, wmin: 50, hmin: 50 } },
  ],
};

const example: object = JSON.parse(
  readFileSync(new URL('../../../examples/request.json', import.meta.url), 'utf8'),
);

/** A request about this, by somebody whom the campaign may want. */
const about = (keywords: string, { language, targeting }: Campaign) => ({
  site: { keywords, content: { language } },
  device: { devicetype: 2, geo: { country: targeting?.include?.countries?.[0] ?? 'USA' } },
});

const MISSED_SHARE_MAX = 0.04;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

describe('the sample campaigns', () => {
  test('are the same twelve in seven languages, each by the rules of a file', () => {
    const byLanguage = Map.groupBy(campaigns, ({ language }) => language);
    expect([...byLanguage.keys()]).toEqual(LANGUAGES);
    for (const [language, members] of byLanguage) {
      const suffix = language === 'en' ? '' : `-${language}`;
      const ids = byLanguage.get('en')?.map(({ id }) => `${id}${suffix}`);
      expect(members.map(({ id }) => id)).toEqual(ids ?? []);
    }
    expect(campaigns).toHaveLength(12 * LANGUAGES.length);
    for (const campaign of campaigns) expect(checkCampaign(campaign)).toEqual(campaign);
  });

  test('give a trail-shoe ad for a request about trail shoes, at the price of a purchase', () => {
    const [best] = bidsOf(bid(solicit(requestOf(example))));
    expect(best?.cid).toBe('ridgeline-trail');
    expect(best?.priceMicros).toBe(9_100_000);
  });
  test('fill the usual native request from every single campaign, by every format that it asks for', () => {
    for (const campaign of campaigns) {
      const alone = createCampaignsPartner({
        name: 'one',
        campaigns: [{ ...campaign, targeting: {} }],
        imageBaseUrl: 'https://bid.example.com',
      });
      for (const format of KNOWN_FORMATS) {
        const question = solicit(requestOf({}, [USUAL]), { acceptedFormats: [format] });
        expect(bidsOf(alone.bid(question)).map(({ cid }) => cid)).toEqual([campaign.id]);
      }
    }
  });

  test('of each advertiser are reached by nearly each of its keywords alone', () => {
    const asked = campaigns.flatMap((campaign) =>
      (campaign.targeting?.include?.keywords ?? []).map((keyword) => ({ campaign, keyword })),
    );
    const missed = asked.filter(({ campaign, keyword }) => {
      const bids = bidsOf(bid(solicit(requestOf(about(keyword, campaign)))));
      return !bids.some(({ adomain }) => adomain.includes(campaign.domain));
    });
    // Alone, "sprint" is about athletics.
    expect(missed.length / asked.length).toBeLessThan(MISSED_SHARE_MAX);
  });
});

describe('their pictures', () => {
  const urls = new Set(
    campaigns.flatMap(({ creatives }) =>
      creatives.flatMap(({ images = [], icons = [] }) =>
        [...images, ...icons].map(({ url }) => url),
      ),
    ),
  );
  test('exist, each as SVG of its own that refers to nothing outside', () => {
    for (const url of urls) {
      const svg = defaultImage(url.replace('/images/', '').replace('.svg', '')) ?? '';
      expect(svg).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"');
      expect(svg).toEndWith('</svg>');
      expect(svg).not.toMatch(/href|url\(|<script|<style|<image|NaN|undefined/);
    }
  });
});
