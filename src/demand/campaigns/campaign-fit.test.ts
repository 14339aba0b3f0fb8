import { describe, expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  createCampaignIndex,
  creativeOf,
  NOW_MS,
  requestOf,
  solicit,
} from '../../../test/campaigns/test-support.ts';
import type { AuctionTerms, PartnerReply, Rejection } from '../../core/auction/partner.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner } from './campaigns-partner.ts';

/** A campaign that a word with two senses brings into any conversation about either. */
const ad = (id: string, cpm: number, title: string, fields: Partial<Campaign> = {}): Campaign =>
  campaignOf({
    id,
    cpm,
    creatives: [creativeOf({ title })],
    targeting: { include: { keywords: ['sprint'] } },
    ...fields,
  });

const PLANNER = ad('planner', 12, 'Project planning software for teams', {
  categories: ['IAB3-4'],
});
const SPIKES = ad('spikes', 5, 'Running shoes for the track', { categories: ['IAB17-23'] });
const UNKNOWN = ad('unknown', 7, 'Zzyzx', { targeting: { include: { languages: ['en'] } } });

const talk = (keywords: string, fields: object = {}) =>
  requestOf({ site: { keywords }, device: { language: 'en' }, ...fields });
const ATHLETICS = 'sprint, athletics, track and field';

function reply(
  campaigns: readonly Campaign[],
  keywords: string,
  terms: Partial<AuctionTerms> = {},
  request = talk(keywords),
): PartnerReply {
  const partner = createCampaignsPartner({ name: 'house', campaigns, imageBaseUrl: '' });
  return partner.bid(solicit(request, {}, terms));
}
const bidders = (...args: Parameters<typeof reply>) => bidsOf(reply(...args)).map(({ cid }) => cid);
const heldIn = ({ kind, ...rest }: PartnerReply) =>
  ('passed' in rest ? (rest.passed ?? []) : []).flatMap((one) => ('campaign' in one ? one : []));

describe('a campaign that is about something else than the conversation', () => {
  test('does not run, and the explanation says why', () => {
    const answer = reply([PLANNER], ATHLETICS);
    expect(answer).toEqual({
      kind: 'no-bid',
      reason: 'matching campaigns are about something else than the conversation',
      passed: [
        {
          reason: 'off-topic',
          campaign: 'planner',
          priceMicros: 12_000_000,
          cause: 'topic',
          fault: expect.stringMatching(
            /^fit 0\.\d\d: about business software, the conversation is about athletics/,
          ),
        },
      ],
    });
  });
  test('leaves its place to a cheaper one that fits, which pays its own price', () => {
    const answer = reply([PLANNER, SPIKES], ATHLETICS);
    expect(bidsOf(answer)).toMatchObject([
      { cid: 'spikes', priceMicros: 5_000_000, fit: { score: expect.any(Number) } },
    ]);
    expect(heldIn(answer)).toMatchObject([{ campaign: 'planner', cause: 'topic' }]);
  });
  test('runs where its own sense is meant, and where nothing is known of the conversation', () => {
    expect(bidders([PLANNER], 'sprint, project planning, software')).toEqual(['planner']);
    const inPolish = talk(ATHLETICS, { device: { language: 'pl' } });
    expect(bidders([PLANNER], ATHLETICS, {}, inPolish)).toEqual(['planner']);
  });
  test('runs all the same if it targets no words, except where all ads have to be relevant', () => {
    const untargeted = { ...PLANNER, targeting: { include: { languages: ['en'] } } };
    expect(bidders([untargeted], ATHLETICS)).toEqual(['planner']);
    expect(bidders([untargeted], ATHLETICS, { onlyRelevant: true })).toEqual([]);
  });
});

describe('a campaign of which nothing is known', () => {
  test('is neither confirmed nor contradicted: it runs, behind what fits and before what pays little', () => {
    expect(bidders([UNKNOWN], ATHLETICS, { onlyRelevant: true })).toEqual(['unknown']);
    const first = (cpm: number) => bidders([UNKNOWN, { ...SPIKES, cpm }], ATHLETICS)[0];
    expect([first(5), first(1)]).toEqual(['spikes', 'unknown']);
  });
});

test('a campaign without targeting does not bid beside a targeted one, however dear it is', () => {
  const filler = campaignOf({ id: 'filler', cpm: 90 });
  expect(bidders([filler, SPIKES], ATHLETICS)).toEqual(['spikes']);
});

describe('price and fit together decide', () => {
  const SHIRTS = ad('shirts', 6, 'Running shirts and trousers', {
    categories: ['IAB18-5'],
    targeting: { include: { languages: ['en'] } },
  });

  test('it bids where the auction would drop that one', () => {
    const blocked: Rejection = { slug: 'blocked', reason: 'blocked' };
    const rejectionOf: AuctionTerms['rejectionOf'] = ({ cid }) =>
      cid === 'spikes' ? blocked : undefined;
    expect(bidders([SHIRTS, SPIKES], ATHLETICS, { rejectionOf })).toEqual(['spikes', 'shirts']);
  });
});

test('however many are about something else, the ranking reads a bounded number and still finds one that fits', () => {
  const others = Array.from({ length: 4000 }, (_, at) => ({ ...PLANNER, id: `p${at}` }));
  const index = createCampaignIndex([...others, { ...SPIKES, cpm: 0.5 }]);
  const ranking = index.rank(talk(ATHLETICS), NOW_MS);
  expect(ranking.nextTargeted()?.campaign).toBe(4000);
  expect(ranking.offTopic()).toHaveLength(25);
  const many = Array.from({ length: 6000 }, (_, at) => ({ ...PLANNER, id: `p${at}` }));
  const full = createCampaignIndex([...many, { ...SPIKES, cpm: 0.5 }]).rank(
    talk(ATHLETICS),
    NOW_MS,
  );
  expect(full.nextTargeted()).toBeUndefined();
});
