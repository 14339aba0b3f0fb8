import { expect, test } from 'bun:test';
import { bidsOf, campaignOf, requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import type { WhenQuiet } from '../../lib/repeat.ts';
import type { SlicePace } from '../../lib/steps.ts';
import { createRateBook } from '../rate-book.ts';
import type { LiveEntry } from './campaign-tier.ts';
import { createLiveCampaigns, RECENT_MAX } from './live-campaigns.ts';

const reserved: number[] = [];
const budgets = {
  canPay: () => true,
  reserve(row: number) {
    reserved.push(row);
    return 0;
  },
  countTrial: () => {},
  holdCause: () => 'portion' as const,
  countHeld: () => {},
};

/** Rests after every step. */
const STEP_BY_STEP: SlicePace = { startSlice: () => () => true, rest: async () => {} };

const NEVER_QUIET: WhenQuiet = () => () => {};

const OPTIONS = {
  name: 'own',
  imageBaseUrl: 'https://x.example',
  budgets,
  rates: createRateBook(),
  pace: STEP_BY_STEP,
  whenQuiet: NEVER_QUIET,
};
const asked = solicit(requestOf());

function entryOf(id: string, cpm: number, row = 0): LiveEntry {
  return { id, row, text: JSON.stringify(campaignOf({ id, cpm })) };
}

const change = (id: string, cpm: number, row = 0) => ({ id, entry: entryOf(id, cpm, row) });

function dearest(live: ReturnType<typeof createLiveCampaigns>) {
  return bidsOf(live.partner.bid(asked)).map(({ cid, priceMicros }) => [cid, priceMicros / 1e6]);
}

test('a bid reserves from the row of its own campaign, also after that has changed', async () => {
  const live = createLiveCampaigns(OPTIONS, [entryOf('a', 3, 11)]);
  const [bid] = bidsOf(live.partner.bid(asked));
  await live.apply([{ id: 'a', entry: undefined }, change('b', 4, 12)]);
  if (bid !== undefined) bid.reserve?.(3_000_000, bid);
  const [later] = bidsOf(live.partner.bid({ ...asked }));
  if (later !== undefined) later.reserve?.(4_000_000, later);
  expect(reserved).toEqual([11, 12]);
});

/** A pace at which the test decides when the next step is made. */
function steppedPace() {
  let waiting: (() => void)[] = [];
  const rest = () => new Promise<void>((resolve) => waiting.push(resolve));
  return {
    pace: { startSlice: () => () => true, rest } satisfies SlicePace,
    isResting: () => waiting.length > 0,
    async step() {
      const due = waiting;
      waiting = [];
      for (const resolve of due) resolve();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('whatever changes while indexes are built, a campaign bids once, and never after it went', async () => {
  const { pace, step, isResting } = steppedPace();
  let seed = 11;
  const chance = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return (seed >> 8) % below;
  };
  const IDS = RECENT_MAX + 40;
  const first = Array.from({ length: IDS }, (_, n) => entryOf(`c${n}`, 1 + n));
  const live = createLiveCampaigns({ ...OPTIONS, pace }, first);
  const left = new Map(first.map((entry) => [entry.id, entry]));
  // All at once, so that the large index is due.
  void live.apply(first.map(({ id }, n) => change(id, 2 + n)));
  for (const [n, { id }] of first.entries()) left.set(id, entryOf(id, 2 + n));
  for (let round = 0; round < 1500; round++) {
    if (round % 7 === 0) {
      const id = `c${IDS - 1 - chance(8)}`;
      const entry = chance(3) === 0 ? undefined : entryOf(id, 300 + chance(900));
      if (entry === undefined) left.delete(id);
      else left.set(id, entry);
      void live.apply([{ id, entry }]);
    }
    const ids = dearest(live).map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !left.has(String(id)))).toEqual([]);
    await step();
  }
  while (isResting()) await step();
  expect(dearest(live)).toEqual(dearest(createLiveCampaigns(OPTIONS, [...left.values()])));
});
