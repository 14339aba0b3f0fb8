import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import type { PartnerBid } from '../../src/demand/partner.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { contestOf, kindOf } from '../../src/replay/own-bids.ts';
import { campaignOf, requestOf, solicit, TITLE_ONLY } from '../campaigns/test-support.ts';
import { runs } from './runs.ts';

const plan = fc.record({
  cpm: fc.integer({ min: 1, max: 6 }),
  advertiser: fc.constantFrom('Ann', 'Ben', 'Cid', 'Dora'),
  isTargeted: fc.boolean(),
});

const campaignsOf = (plans: readonly (typeof plan extends fc.Arbitrary<infer P> ? P : never)[]) =>
  plans.map(({ cpm, advertiser, isTargeted }, n) =>
    campaignOf({
      id: `c${n}`,
      cpm,
      advertiser,
      ...(isTargeted ? { targeting: { include: { keywords: ['tent'] } } } : {}),
    }),
  );

function bidsWith(campaigns: readonly Campaign[], imps: number): readonly PartnerBid[] {
  const request = requestOf({ site: { keywords: 'tent' } }, new Array(imps).fill(TITLE_ONLY));
  const { bid } = createCampaignsPartner({ name: 'own', campaigns, imageBaseUrl: '' });
  const reply = bid(solicit(request));
  return reply.kind === 'bids' ? reply.bids : [];
}

test('a campaign that is replayed beside the bids of others bids where it bids when it runs beside them', () => {
  fc.assert(
    fc.property(
      fc.array(plan, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      (plans, imps) => {
        const all = campaignsOf(plans);
        const campaign = all.at(-1);
        if (campaign === undefined) return;
        const others = all.slice(0, -1);
        const kinds = new Map(all.map((one) => [one.id, kindOf(one)]));
        const live = bidsWith(all, imps).filter(({ cid }) => cid === campaign.id);
        const contest = contestOf(
          bidsWith([campaign], imps),
          bidsWith(others, imps).map((bid) => ({ partner: 'own', bid })),
          kindOf(campaign),
          {
            partner: 'own',
            campaign,
            imageBaseUrl: '',
            isFiller: (id) => kinds.get(id) === 'filler',
            rates: createRateBook(),
          },
        );
        expect(contest.own.map(({ impid }) => impid)).toEqual(live.map(({ impid }) => impid));
      },
    ),
    { numRuns: runs(100) },
  );
});
