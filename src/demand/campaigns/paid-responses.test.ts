import { expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  creativeOf,
  requestOf,
  solicit,
} from '../../../test/campaigns/test-support.ts';
import { createRateBook, type RateBook } from '../rate-book.ts';
import { type CountedCell, learnRates, packRates, RATE_MAX } from '../rate-model.ts';
import type { Campaign } from './campaign-schema.ts';
import { createLiveCampaigns } from './live-campaigns.ts';

const BUDGETS = {
  canPay: (_row: number) => true,
  holdCause: () => 'budget' as const,
  reserve: () => 0,
  countTrial() {},
  countHeld() {},
};

function liveOf(campaigns: readonly Campaign[], rates: RateBook, budgets = BUDGETS) {
  return createLiveCampaigns(
    {
      name: 'own',
      imageBaseUrl: 'https://x.example',
      budgets,
      rates,
      pace: { startSlice: () => () => false, rest: async () => {} },
      whenQuiet: () => () => {},
    },
    campaigns.map((campaign, row) => ({ id: campaign.id, row, text: JSON.stringify(campaign) })),
  );
}

const { cpm: _, ...BOOTS } = campaignOf({ id: 'boots' });
const cpcOf = (id: string, cpc: number, fields: Partial<Campaign> = {}): Campaign => ({
  ...BOOTS,
  id,
  advertiser: `Advertiser of ${id}`,
  cpc,
  ...fields,
});

function learn(book: RateBook, cells: readonly Partial<CountedCell>[]): void {
  const whole = cells.map((cell) => ({
    partner: 'own',
    seat: `advertiser-of-${cell.campaign}`,
    campaign: 'boots',
    creative: 'main',
    publisher: 'chat',
    format: '',
    impressions: 100_000,
    clicks: 0,
    conversions: 0,
    ...cell,
  }));
  for (const one of learnRates(whole, () => undefined)) book.set(one, packRates(one));
}

const at = (publisher: string, chance = 0.5) =>
  solicit(requestOf({ site: { publisher: { id: publisher } } }), {}, { chance: () => chance });

const CPM = 1_000_000;

test('the bid follows the clicks, and the charge does not', async () => {
  const book = createRateBook();
  const live = liveOf([cpcOf('boots', 0.5)], book);
  const [first] = bidsOf(live.partner.bid(at('chat')));
  expect(first?.charge).toEqual({ per: 'click', micros: 500_000 });
  expect(first?.priceMicros).toBeGreaterThanOrEqual(2.5 * CPM);
  expect(first?.priceMicros).toBeLessThanOrEqual(15 * CPM);
  learn(book, [{ campaign: 'boots', clicks: 4000 }]);
  await live.followRates();
  const [later] = bidsOf(live.partner.bid(at('chat')));
  expect(later?.charge).toEqual({ per: 'click', micros: 500_000 });
  expect(later?.priceMicros).toBeGreaterThan(18.5 * CPM);
  expect(later?.priceMicros).toBeLessThan(21 * CPM);
});

test('adjustments raise price and charge alike, and a conversion is priced by its own rate', () => {
  const book = createRateBook();
  learn(book, [
    { campaign: 'boots', clicks: 1000 },
    { campaign: 'tents', clicks: 1000, conversions: 200, impressions: 1_000_000 },
  ]);
  const adjustments = [{ when: { publishers: ['chat'] }, factor: 2 }];
  const { cpc, ...tents } = cpcOf('tents', 1);
  const live = liveOf([cpcOf('boots', 0.5, { adjustments }), { ...tents, cpa: 10 }], book);
  const bids = new Map(bidsOf(live.partner.bid(at('chat'))).map((bid) => [bid.cid, bid]));
  expect(bids.get('boots')?.charge).toEqual({ per: 'click', micros: 1_000_000 });
  expect((bids.get('boots')?.priceMicros ?? 0) / CPM).toBeCloseTo(10, -0.5);
  expect(bids.get('tents')?.charge).toEqual({ per: 'conversion', micros: 10_000_000 });
  expect((bids.get('tents')?.priceMicros ?? 0) / CPM).toBeGreaterThan(1.5);
  expect((bids.get('tents')?.priceMicros ?? 0) / CPM).toBeLessThan(3);
});

test('each format has its own rate: bids are ranked by the best that is accepted, and priced by the one that is met', () => {
  const formats = [
    { agent_url: '', id: 'native_content', description: '', requires: ['title', 'image'] },
    { agent_url: '', id: 'native_standard', description: '', requires: ['title'] },
  ] as const;
  const book = createRateBook();
  const shown = (campaign: string, format: string, clicks: number) => ({
    campaign,
    format,
    clicks,
    creative: 'plain',
  });
  learn(book, [
    shown('boots', 'native_standard', 5000),
    shown('boots', 'native_content', 500),
    shown('tents', 'native_standard', 1000),
  ]);
  const creatives = [creativeOf({ id: 'plain' })];
  const campaigns = [cpcOf('tents', 1, { creatives }), cpcOf('boots', 1, { creatives })];
  const live = liveOf(campaigns, book);
  const bids = bidsOf(
    live.partner.bid(
      solicit(
        requestOf({ site: { publisher: { id: 'chat' } } }),
        { acceptedFormats: formats },
        { chance: () => 0.5 },
      ),
    ),
  );
  expect(bids.map(({ cid }) => cid)).toEqual(['boots', 'tents']);
  expect((bids[0]?.worthMicros ?? 0) / CPM).toBeGreaterThan(40);
});

test('a campaign whose rate has risen is found among many, also behind dearer ones with a CPM', async () => {
  const book = createRateBook();
  const many = Array.from({ length: 500 }, (_, index) => cpcOf(`c${index}`, 1));
  const live = liveOf([...many, campaignOf({ id: 'dear', cpm: 30 })], book);
  const best = () => {
    const bids = bidsOf(live.partner.bid(at('chat')));
    return bids.reduce((a, b) => (b.priceMicros > a.priceMicros ? b : a)).cid;
  };
  expect(best()).toBe('dear');
  learn(book, [
    { campaign: 'c0', impressions: 1_000_000, clicks: 5000 },
    { campaign: 'c499', clicks: 6000 },
  ]);
  await live.followRates();
  expect(best()).toBe('c499');
});

test('one whose ads nobody clicks bids next to nothing, and one that everybody clicks a fifth of its price', async () => {
  const book = createRateBook();
  const live = liveOf([cpcOf('dead', 1), cpcOf('fraud', 2)], book);
  learn(book, [
    { campaign: 'dead', clicks: 0 },
    { campaign: 'fraud', clicks: 100_000 },
  ]);
  await live.followRates();
  const bids = new Map(bidsOf(live.partner.bid(at('chat', 1))).map((bid) => [bid.cid, bid]));
  expect(bids.get('dead')?.priceMicros).toBeLessThan(0.05 * CPM);
  expect(bids.get('dead')?.priceMicros).toBeGreaterThan(0);
  expect(bids.get('fraud')?.worthMicros).toBe(2 * RATE_MAX.click * 1000 * CPM);
  expect(book.campaign('own', 'new', 'nobody').whole.click.rate).toBeLessThanOrEqual(
    RATE_MAX.click,
  );
});

test('while little is known, ranks and bids follow the draw, and what they are worth does not', () => {
  const book = createRateBook();
  const names = ['boots', 'tents', 'maps'];
  learn(
    book,
    names.map((campaign) => ({ campaign, impressions: 500, clicks: 5 })),
  );
  const live = liveOf(
    names.map((id) => cpcOf(id, 1)),
    book,
  );
  const draws = Array.from({ length: 20 }, (_, n) => bidsOf(live.partner.bid(at('chat', n / 20))));
  expect(new Set(draws.map(([first]) => first?.cid))).toEqual(new Set(names));
  const ofBoots = draws.flatMap((bids) => bids.filter(({ cid }) => cid === 'boots'));
  expect(new Set(ofBoots.map(({ priceMicros }) => priceMicros)).size).toBeGreaterThan(10);
  expect(new Set(ofBoots.map(({ worthMicros }) => worthMicros)).size).toBe(1);
});
