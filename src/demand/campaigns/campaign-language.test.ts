import { describe, expect, test } from 'bun:test';
import { bidsOf, campaignOf, requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

/** The campaigns that bid, with the language that each states. */
function bidding(campaigns: readonly Campaign[], fields: object) {
  const { bid } = createCampaignsPartner({
    name: 'own',
    campaigns,
    imageBaseUrl: 'https://bid.example.com',
  });
  return bidsOf(bid(solicit(requestOf(fields)))).map(({ cid, language }) => [cid, language]);
}

const shoes = (id: string, language: string) =>
  campaignOf({ id, language, targeting: { include: { keywords: ['sneaker'] } } });
const SHOES = [shoes('english', 'en'), shoes('german', 'de')];

const about = (keywords: string, language?: string) => ({
  site: { keywords, ...(language === undefined ? {} : { content: { language } }) },
});

describe('a campaign with a language', () => {
  test('goes by the language of the device where the conversation states none', () => {
    expect(bidding(SHOES, { ...about('sneaker'), device: { language: 'de' } })).toEqual([
      ['german', 'de'],
    ]);
    const bilingual = { ...about('sneaker', 'en'), device: { language: 'de' } };
    expect(bidding(SHOES, bilingual)).toEqual([['english', 'en']]);
  });

  test('runs where the request states no language', () => {
    expect(bidding(SHOES, about('sneaker'))).toEqual([
      ['english', 'en'],
      ['german', 'de'],
    ]);
  });

  test('is a filler if it includes nothing: a targeted campaign goes before it', () => {
    const filler = campaignOf({ id: 'filler', language: 'de', cpm: 50 });
    expect(bidding([filler, ...SHOES], about('sneaker', 'de'))).toEqual([['german', 'de']]);
    expect(bidding([filler, ...SHOES], about('tulips', 'de'))).toEqual([['filler', 'de']]);
    expect(bidding([filler, ...SHOES], about('tulips', 'en'))).toEqual([]);
  });
});

test('a campaign without a language runs in all of them, and its bid states none', () => {
  const campaign = campaignOf({ id: 'any', targeting: { include: { keywords: ['sneaker'] } } });
  expect(bidding([campaign], about('sneaker', 'nl'))).toEqual([['any', undefined]]);
});
