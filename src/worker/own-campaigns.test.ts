import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { bidsOf, campaignOf, requestOf, solicit } from '../../test/campaigns/test-support.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { createAdvertiserRules } from '../demand/campaigns/frequency.ts';
import { packRates } from '../demand/packed-rates.ts';
import { learnRates } from '../demand/rate-model.ts';
import { COUNT_BYTES, mapCounts } from '../limits/frequency/count-memory.ts';
import { createSubjectCounts } from '../limits/frequency/subject-counts.ts';
import { createFeedFile } from '../supervisor/feed-file.ts';
import { createFeedReader, type RatesLine } from './feed.ts';
import { newsOf } from './feed-news.ts';
import { createOwnCampaigns } from './own-campaigns.ts';

afterAll(cleanUp);

const SLICES = {
  indexOf: () => undefined,
  canPay: () => true,
  reserve: () => true,
  countTrial() {},
  holdCause: () => 'budget' as const,
  countHeld() {},
  assign() {},
} as unknown as Parameters<typeof createOwnCampaigns>[1];

const HOOKS = {
  onMisfit: () => () => {},
  frequency: {
    counts: createSubjectCounts(
      mapCounts({ buffer: new ArrayBuffer(COUNT_BYTES), byteOffset: 0 }),
      'secret',
    ),
    advertisers: createAdvertiserRules(),
  },
};

/** After a hundred thousand impressions of which so many were clicked. */
const linesAfter = (clicks: number) =>
  learnRates(
    [
      {
        partner: 'house',
        seat: 'advertiser-of-boots',
        campaign: 'boots',
        creative: 'main',
        publisher: '',
        format: '',
        impressions: 100_000,
        clicks,
        conversions: 0,
      },
    ],
    () => undefined,
  ).map(
    (one): RatesLine => ({
      kind: 'rates',
      partner: one.partner,
      name: one.name,
      text: packRates(one),
    }),
  );

test('rates in the feed reach campaigns of a file: those of before its start, and those that come later', async () => {
  const file = join(temporaryFolder(), 'feed');
  const feed = createFeedFile(file);
  feed.renew(linesAfter(1000));
  const read = createFeedReader(file);
  const live = createOwnCampaigns(newsOf(read()), SLICES, HOOKS, () => 0);
  const { cpm: _, ...boots } = campaignOf({ id: 'boots' });
  const partner = live.createPartner('house', 'https://x.example', [{ ...boots, cpc: 1 }]);
  const cpm = () =>
    (bidsOf(partner.bid({ ...solicit(requestOf()), chance: () => 0.5 }))[0]?.priceMicros ?? 0) /
    1e6;
  const before = cpm();
  expect(before).toBeGreaterThan(9);
  expect(before).toBeLessThan(11);
  feed.append(linesAfter(5000));
  await live.follow(newsOf(read()));
  expect(cpm() / before).toBeCloseTo(5, 0);
});
