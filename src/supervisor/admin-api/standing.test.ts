import { describe, expect, test } from 'bun:test';
import type { CampaignDelivery } from '../../console/campaigns/api.ts';
import { SERVING_STATES, type ServingState } from '../../ledger/budgets/campaign-status.ts';
import type { DeliveryRow } from '../../ledger/delivery/delivery.ts';
import { campaignDelivery } from './delivery.ts';
import { type Chances, type StandingInput, standingOf } from './standing.ts';

const chancesOf = (fields: Partial<Chances>): Chances => ({
  bid: 0,
  sold: 0,
  unfit: 0,
  held: 0,
  period: 'today',
  ...fields,
});

const statusOf = (state: ServingState, head: string = state, how: string | null = null) => ({
  state,
  head,
  how,
  sentence: how === null ? head : `${head}: ${how}`,
});

const row = (
  kind: DeliveryRow['kind'],
  count: number,
  fields: Partial<DeliveryRow> = {},
): DeliveryRow => ({ kind, count, detail: '', publisher: '', amount: 0, ...fields });

const bids = (count: number, cpmUsd: number) => row('bid', count, { amount: count * cpmUsd * 1e6 });
const dropped = (count: number, code: number, publisher: string) =>
  row('dropped', count, { detail: String(code), publisher });
const outbid = (count: number, cpmUsd: number, detail: string) =>
  row('outbid', count, { detail, amount: count * cpmUsd * 1e6 });
const floor = (count: number, usd: number) =>
  row('floor', count, { detail: '100', publisher: 'pub-1', amount: count * usd * 1e6 });

const delivered = (...rows: readonly DeliveryRow[]): CampaignDelivery => campaignDelivery(rows);

const SERVING = statusOf('serving');
const NEVER = statusOf('no-request-matched');
const HELD = statusOf('held-back', 'held back from 66 of the last 200 requests', '66 because …');
const DAY = statusOf('daily-budget-reached', 'budget of the day used up', '$5.00 of $5.00 today');

type Case = readonly [sentence: string, kind: string, state: string, Partial<StandingInput>];

const CASES: readonly Case[] = [
  [
    'bidding, never winning: floor $0.50, you bid $0.05 (0 of 85 bids sold today)',
    'bad',
    'failing',
    {
      chances: chancesOf({ bid: 85 }),
      delivery: delivered(bids(85, 0.05), dropped(85, 100, 'pub-1'), floor(85, 0.5)),
    },
  ],
  [
    'blocked by pub-3: domain (0 of 16 bids sold today)',
    'bad',
    'failing',
    {
      chances: chancesOf({ bid: 16 }),
      delivery: delivered(bids(16, 2), dropped(16, 205, 'pub-3')),
    },
  ],
  [
    'outbid: you bid $2.00, others $4.10 on average (0 of 40 bids sold today)',
    'bad',
    'failing',
    {
      chances: chancesOf({ bid: 40 }),
      delivery: delivered(bids(40, 2), outbid(30, 4, 'a/1'), outbid(10, 4.4, 'b/1'), floor(1, 9)),
    },
  ],
  // Four bids may have been bad luck, five are a pattern. Neither is good.
  [
    'blocked by pub-3: domain (0 of 4 bids sold today)',
    'warn',
    'failing',
    { chances: chancesOf({ bid: 4 }), delivery: delivered(bids(4, 2), dropped(4, 205, 'pub-3')) },
  ],
  [
    'matches, no creative fits: no creative has a picture (16 requests today)',
    'bad',
    'failing',
    {
      chances: chancesOf({ unfit: 16, held: 2 }),
      delivery: delivered(row('misfit', 16, { detail: 'a picture', publisher: 'pub-1' })),
    },
  ],
  [
    'held back: a frequency cap of it is reached',
    'warn',
    'held',
    {
      chances: chancesOf({ held: 16, unfit: 2 }),
      delivery: delivered(row('held', 16, { detail: 'cap' })),
    },
  ],
  [
    'selling: 149 of 1,200 bids sold today',
    'good',
    'selling',
    { chances: chancesOf({ bid: 1200, sold: 149 }) },
  ],
  [
    'selling little: 2 of 100 bids sold today; outbid: you bid $2.00, others $4.00 on average',
    'warn',
    'selling',
    {
      chances: chancesOf({ bid: 100, sold: 2 }),
      delivery: delivered(bids(100, 2), outbid(98, 4, 'a/1')),
    },
  ],
  [
    'selling, but held back from 66 of the last 200 requests: 66 because …',
    'warn',
    'held',
    { status: HELD, chances: chancesOf({ bid: 9, sold: 3 }) },
  ],
  [
    'no bid since yesterday: no request matched, or dearer campaigns of its partner came first',
    'warn',
    'quiet',
    { status: NEVER },
  ],
  [
    'no bid, though 50 requests of 24 hours match: dearer campaigns of its partner come first',
    'warn',
    'quiet',
    { status: NEVER, nearest: { condition: null, requests: 50, isAbout: false } },
  ],
  [
    'budget of the day used up at 14:03: $5.00 of $5.00 today',
    'warn',
    'stopped',
    { status: DAY, usedUpAt: '14:03', chances: chancesOf({ bid: 9, sold: 9 }) },
  ],
  [
    'the database cannot be reached, so it is not known what it sells',
    'warn',
    'quiet',
    { chances: undefined },
  ],
];

test.each(CASES)('%s', (sentence, kind, state, input) => {
  const standing = standingOf({
    status: SERVING,
    chances: chancesOf({}),
    isFresh: false,
    ...input,
  });
  expect(standing as object).toEqual({ sentence, kind, state });
});

describe('a campaign', () => {
  const kindOf = (state: ServingState, chances: Partial<Chances>) =>
    standingOf({ status: statusOf(state), chances: chancesOf(chances), isFresh: false }).kind;

  test('that has sold nothing is never good, whatever its budget and flight allow', () => {
    for (const state of SERVING_STATES) {
      for (const chances of [{}, { bid: 85 }, { unfit: 9 }, { held: 9 }]) {
        expect([state, kindOf(state, chances)]).not.toEqual([state, 'good']);
      }
    }
  });
});
