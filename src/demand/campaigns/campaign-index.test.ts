import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  campaignOf,
  contextOf,
  createCampaignIndex,
  NOW_MS,
  requestOf,
} from '../../../test/campaigns/test-support.ts';
import { runs } from '../../../test/properties/runs.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import type { Condition } from '../condition-schema.ts';
import type { Ranked } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import type { Tier } from './campaign-tier.ts';

/** Few values each, so that campaigns and requests often meet. */
const POOLS = {
  intents: ['purchase_inquiry', 'comparison', 'support_request'],
  texts: ['alpha', 'beta', 'gamma', 'delta'],
  keywords: ['trail', 'shoes', 'trail shoes', 'red trail shoes', 'coffee'],
  categories: ['IAB17', 'IAB17-1', 'IAB3', '483'],
  countries: ['US', 'USA', 'DE', 'DEU', 'FR'],
  languages: ['en', 'de', 'fr'],
  domains: ['example.com', 'chat.example.com', 'example.org'],
  sentiments: ['positive', 'neutral', 'negative'],
  stages: ['awareness', 'consideration', 'intent', 'conversion'],
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
} as const;

const some = <Item>(pool: readonly Item[]) =>
  fc.uniqueArray(fc.constantFrom(...pool), { minLength: 1, maxLength: 3 });
const any = <Item>(pool: readonly Item[]) => fc.constantFrom(...pool);
const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);

const condition: fc.Arbitrary<Condition> = fc
  .record(
    {
      intents: some(POOLS.intents),
      minConfidence: share,
      topics: some(POOLS.texts),
      sentiments: some(POOLS.sentiments),
      funnelStages: some(POOLS.stages),
      interests: some(POOLS.texts),
      behaviors: some(POOLS.texts),
      turns: fc.record({ from: fc.integer({ min: 1, max: 4 }) }),
      quickReply: fc.boolean(),
      keywords: some(POOLS.keywords),
      categories: some(POOLS.categories),
      countries: some(POOLS.countries),
      languages: some(POOLS.languages),
      deviceTypes: some([1, 2, 4]),
      publishers: some(['pub-1', 'pub-2']),
      domains: some(POOLS.domains),
      segments: some(POOLS.texts),
      days: some(POOLS.days),
      hours: any([
        { from: 0, to: 12 },
        { from: 12, to: 24 },
        { from: 20, to: 6 },
      ]),
    },
    { requiredKeys: [] },
  )
  // Of the dimensions drawn keep at most two: with all of them nothing would ever match.
  .chain((full) => {
    const entries = Object.entries(full);
    const few = fc.subarray(entries, { maxLength: Math.min(2, entries.length) });
    return few.map((kept) => Object.fromEntries(kept));
  });

const when = condition.filter((drawn) => Object.keys(drawn).length > 0);

const campaign = fc
  .record(
    {
      cpm: fc.constantFrom(1, 2, 2.5, 3.07, 8),
      targeting: fc.record({ include: condition, exclude: condition }, { requiredKeys: [] }),
      adjustments: fc.array(
        fc.record({ when, factor: fc.constantFrom(0.5, 0.8, 1.1, 1.25, 2, 3) }),
        { maxLength: 3 },
      ),
      flight: fc.record(
        { start: any(['2026-05-06T14:30:00Z', '2026-06-01T00:00:00Z']) },
        { requiredKeys: [] },
      ),
      language: any(POOLS.languages),
      zone: any(['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Asia/Kolkata']),
    },
    { requiredKeys: ['cpm'] },
  )
  .map((drawn): Omit<Campaign, 'id' | 'advertiser' | 'domain' | 'creatives'> => drawn);

const campaigns = fc
  .array(campaign, { maxLength: 40 })
  .map((drawn) => drawn.map((fields, index) => campaignOf({ id: `c${index}`, ...fields })));

const request = fc
  .record({
    site: fc.record(
      {
        cat: some(POOLS.categories),
        keywords: some(POOLS.keywords).map((keywords) => keywords.join(', ')),
        domain: any(POOLS.domains),
        publisher: fc.record({ id: any(['pub-1', 'pub-3']) }),
      },
      { requiredKeys: [] },
    ),
    device: fc.record(
      {
        language: any(['en', 'en-US', 'de-AT']),
        devicetype: any([1, 2, 3]),
        geo: fc.record({ country: any(POOLS.countries) }),
      },
      { requiredKeys: [] },
    ),
    user: fc.record({
      data: fc.array(
        fc.record({ segment: some(POOLS.texts).map((ids) => ids.map((id) => ({ id }))) }),
        { maxLength: 2 },
      ),
    }),
    context: fc.option(
      fc.record(
        {
          messageSequenceNumber: fc.integer({ min: 1, max: 6 }),
          isQuickReply: fc.boolean(),
          intent: fc.record({
            value: any(POOLS.intents),
            confidence: share,
            topics: some(POOLS.texts),
            signals: fc.constant([]),
          }),
          sentiment: fc.record({ value: any(POOLS.sentiments), score: share }),
          funnel: fc.record({ stage: any(POOLS.stages), progress: share }),
          audience: fc.record({ interests: some(POOLS.texts), behaviors: some(POOLS.texts) }),
        },
        { requiredKeys: [] },
      ),
    ),
  })
  .map(({ context, ...fields }) =>
    requestOf({ ...fields, ...(context === null ? {} : contextOf(context)) }),
  );

type Found = Omit<Ranked, 'table'>;

function rankAll(index: Tier, ...asked: Parameters<Tier['rank']>): Found[] {
  const { nextTargeted, nextFiller } = index.rank(...asked);
  const ranked: Found[] = [];
  for (const next of [nextTargeted, nextFiller]) {
    for (let item = next(); item !== undefined; item = next()) {
      const { table: _, ...found } = item;
      ranked.push(found);
    }
  }
  return ranked;
}

/** Each campaign in an index of its own, where no list hides it from another. */
const rankEach = (list: readonly Campaign[], asked: ValidRequest): Found[] =>
  list
    .flatMap((one, campaign) =>
      rankAll(createCampaignIndex([one]), asked, NOW_MS).map((ranked) => ({ ...ranked, campaign })),
    )
    .sort((a, b) => b.rankMicros - a.rankMicros || a.campaign - b.campaign);

test('the index of many finds what an index of each finds, targeted ones first and dearest first', () => {
  const requests = fc.array(request, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(campaigns, requests, (list, asking) => {
      const index = createCampaignIndex(list);
      for (const asked of asking) {
        const each = rankEach(list, asked);
        const isFiller = ({ campaign }: Found) =>
          Object.keys(list[campaign]?.targeting?.include ?? {}).length === 0;
        expect(rankAll(index, asked, NOW_MS)).toEqual([
          ...each.filter((ranked) => !isFiller(ranked)),
          ...each.filter(isFiller),
        ]);
      }
    }),
    { numRuns: runs(60) },
  );
});

function prices(
  campaign: Omit<Campaign, 'id' | 'advertiser' | 'domain' | 'creatives'>,
  fields = {},
) {
  const index = createCampaignIndex([campaignOf({ id: 'a', ...campaign })]);
  return rankAll(index, requestOf(fields), NOW_MS).map(({ priceMicros }) => priceMicros);
}

describe('prices', () => {
  const german = { when: { countries: ['DE'] }, factor: 1.5 };
  const spoken = { when: { languages: ['de'] }, factor: 0.5 };
  const fields = (country: string, language: string) => ({
    device: { language, geo: { country } },
  });

  test('adjustments that apply multiply', () => {
    const adjustments = [german, spoken, { when: { minConfidence: 0.5 }, factor: 10 }];
    expect(prices({ cpm: 4, adjustments }, fields('DE', 'en'))).toEqual([6_000_000]);
    expect(prices({ cpm: 4, adjustments }, fields('AT', 'de'))).toEqual([2_000_000]);
    expect(prices({ cpm: 4, adjustments }, fields('DE', 'de'))).toEqual([3_000_000]);
    expect(prices({ cpm: 4, adjustments }, fields('AT', 'en'))).toEqual([4_000_000]);
  });

  test('a price is whole micros, and never nothing', () => {
    const third = { when: { countries: ['DE'] }, factor: 1 / 3 };
    expect(prices({ cpm: 1, adjustments: [third] }, fields('DE', 'de'))).toEqual([333_333]);
    const tiny = Array.from({ length: 5 }, () => ({ ...german, factor: 0.01 }));
    expect(prices({ cpm: 0.01, adjustments: tiny }, fields('DE', 'de'))).toEqual([1]);
  });
});

describe('flights', () => {
  const isRunning = (flight: NonNullable<Campaign['flight']>, nowMs: number) =>
    rankAll(createCampaignIndex([campaignOf({ id: 'a', flight })]), requestOf(), nowMs).length ===
    1;

  test('where the end is a time, the campaign no longer runs at it', () => {
    const flight = { start: '2026-03-01T09:00:00+01:00', end: '2026-03-01T18:00:00Z' };
    expect(isRunning(flight, Date.UTC(2026, 2, 1, 8) - 1)).toBe(false);
    expect(isRunning(flight, Date.UTC(2026, 2, 1, 8))).toBe(true);
    expect(isRunning(flight, Date.UTC(2026, 2, 1, 18) - 1)).toBe(true);
    expect(isRunning(flight, Date.UTC(2026, 2, 1, 18))).toBe(false);
  });
});
