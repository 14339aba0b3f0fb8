import { expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { NO_RULES } from '../auction/rules.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { createRateBook } from '../demand/rate-book.ts';
import { atOnce } from '../lib/steps.ts';
import { replayCampaign } from './replay-campaign.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":90}}]}' };

/** What the campaign matches and wins of one sampled request about tents. */
function replayed(campaign: Campaign, { onlyRelevant = false, notAsked = [''] } = {}) {
  const request = { id: 'sample', imp: [{ id: '1', native: NATIVE }], site: { keywords: 'tent' } };
  const text = JSON.stringify({ request, bids: [], notAsked });
  const { all, matched, won } = atOnce(
    replayCampaign(
      [{ lot: 0, minuteMs: 0, weightThousandths: 2000, text }],
      {
        partner: 'own',
        campaign,
        imageBaseUrl: '',
        isFiller: () => false,
        rates: createRateBook(),
      },
      {
        rulesOf: () => ({ ...NO_RULES, onlyRelevant }),
        rates: new Map(),
        defaultType: 1,
        chance: () => 0,
      },
      () => false,
    ),
  );
  return [all.requests, matched.requests, won.requests];
}

const FILLER = campaignOf({ id: 'new' });
const TARGETED = campaignOf({ id: 'new', targeting: { include: { keywords: ['tent'] } } });

test('a filler matches nothing of a publisher that takes only what is relevant', () => {
  expect(replayed(FILLER)).toEqual([2, 2, 2]);
  expect(replayed(FILLER, { onlyRelevant: true })).toEqual([2, 0, 0]);
  expect(replayed(TARGETED, { onlyRelevant: true })).toEqual([2, 2, 2]);
});

test('a campaign matches no request that its partner could not be asked about', () => {
  expect(replayed(TARGETED, { notAsked: ['dsp'] })).toEqual([2, 2, 2]);
  expect(replayed(TARGETED, { notAsked: ['own'] })).toEqual([2, 0, 0]);
});
