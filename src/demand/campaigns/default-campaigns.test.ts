import { describe, expect, test } from 'bun:test';
import { bidsOf, requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';
import { sampleCampaigns } from './default-campaigns.ts';
import { defaultImage } from './default-images.ts';
import { checkCampaign } from './read-campaigns.ts';

const campaigns = sampleCampaigns();
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
