import { describe, expect, test } from 'bun:test';
import { bidsOf, campaignOf, requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

const partnerOf = (...campaigns: readonly Campaign[]) =>
  createCampaignsPartner({ name: 'house', campaigns, imageBaseUrl: 'https://bid.example/' });

const filler = (fields: Partial<Campaign> = {}) => campaignOf({ id: 'filler', cpm: 9, ...fields });
const targeted = (fields: Partial<Campaign> = {}) =>
  campaignOf({
    id: 'targeted',
    cpm: 1,
    targeting: { include: { keywords: ['tents'] } },
    ...fields,
  });

const tents = { site: { keywords: 'tents' } };
const bidders = (
  partner: ReturnType<typeof partnerOf>,
  question: Parameters<typeof partner.bid>[0],
) => bidsOf(partner.bid(question)).map(({ impid, cid }) => `${impid} ${cid}`);

describe('a campaign without targeting', () => {
  const partner = partnerOf(filler(), targeted());

  test('bids where no targeted campaign matches', () => {
    expect(bidders(partner, solicit(requestOf()))).toEqual(['1 filler']);
  });
  test('does not bid beside a targeted campaign, however dear it is', () => {
    expect(bidders(partner, solicit(requestOf(tents)))).toEqual(['1 targeted']);
  });

  test('is one that includes nothing, whatever it excludes', () => {
    const excluding = filler({ targeting: { exclude: { keywords: ['stoves'] } } });
    const both = partnerOf(excluding, targeted());
    expect(bidders(both, solicit(requestOf(tents)))).toEqual(['1 targeted']);
    expect(bidders(both, solicit(requestOf({ site: { keywords: 'lamps' } })))).toEqual([
      '1 filler',
    ]);
    expect(bidders(both, solicit(requestOf({ site: { keywords: 'stoves' } })))).toEqual([]);
  });
});
