import { expect, test } from 'bun:test';
import {
  bidsOf,
  campaignOf,
  NOW_MS,
  requestOf,
  solicit,
} from '../../../test/campaigns/test-support.ts';
import type { LiveEntry } from './campaign-tier.ts';
import { createLiveCampaigns, RECENT_MAX } from './live-campaigns.ts';

const reserved: number[] = [];
const budgets = {
  canPay: () => true,
  reserve(place: number) {
    reserved.push(place);
    return true;
  },
  countTrial: () => {},
};

const OPTIONS = { name: 'own', imageBaseUrl: 'https://x.example', budgets };
const asked = solicit(requestOf());

function entryOf(id: string, cpm: number, place = 0): LiveEntry {
  return { id, place, text: JSON.stringify(campaignOf({ id, cpm })) };
}

const change = (id: string, cpm: number, place = 0) => ({ id, entry: entryOf(id, cpm, place) });

function dearest(live: ReturnType<typeof createLiveCampaigns>) {
  return bidsOf(live.partner.bid(asked)).map(({ cid, priceMicros }) => [cid, priceMicros / 1e6]);
}

test('a campaign that comes, changes its price or goes is bid with accordingly', () => {
  const live = createLiveCampaigns(OPTIONS, [entryOf('a', 3), entryOf('b', 2)]);
  expect(dearest(live)).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  live.apply([change('c', 4)]);
  expect(dearest(live)).toEqual([
    ['c', 4],
    ['a', 3],
    ['b', 2],
  ]);
  live.apply([change('a', 1), { id: 'c', entry: undefined }]);
  expect(dearest(live)).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  live.apply([
    { id: 'b', entry: undefined },
    { id: 'a', entry: undefined },
  ]);
  expect(dearest(live)).toEqual([]);
  live.apply([change('b', 5)]);
  expect(dearest(live)).toEqual([['b', 5]]);
});

test('after any changes it bids as if it had been built with what is left', () => {
  let seed = 7;
  const chance = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  const live = createLiveCampaigns(OPTIONS, []);
  const left = new Map<string, LiveEntry>();
  for (let round = 0; round < 3 * RECENT_MAX; round++) {
    const id = `c${chance(400)}`;
    const entry = chance(4) === 0 ? undefined : entryOf(id, 1 + chance(100_000) / 100);
    if (entry === undefined) left.delete(id);
    else left.set(id, entry);
    live.apply([{ id, entry }]);
    if (round % 50 > 0) continue;
    const prices = dearest(live).map(([, price]) => price);
    const fresh = dearest(createLiveCampaigns(OPTIONS, [...left.values()]));
    expect(prices).toEqual(fresh.map(([, price]) => price));
  }
});

test('a bid reserves from the place of its own campaign, also after that has changed', () => {
  const live = createLiveCampaigns(OPTIONS, [entryOf('a', 3, 11)]);
  const [bid] = bidsOf(live.partner.bid(asked));
  live.apply([{ id: 'a', entry: undefined }, change('b', 4, 12)]);
  bid?.reserve?.(3_000_000);
  bidsOf(live.partner.bid({ ...asked, nowMs: NOW_MS }))[0]?.reserve?.(4_000_000);
  expect(reserved).toEqual([11, 12]);
});

test('one advertiser gets one of the bids, whenever its campaigns came', () => {
  const of = (id: string, cpm: number): LiveEntry => ({
    id,
    place: 0,
    text: JSON.stringify(campaignOf({ id, cpm, advertiser: 'Same' })),
  });
  const live = createLiveCampaigns(OPTIONS, [of('a', 3)]);
  live.apply([{ id: 'b', entry: of('b', 2) }]);
  expect(dearest(live)).toEqual([['a', 3]]);
});
