import { expect, test } from 'bun:test';
import type { HoldCause } from '../../sale/hold-cause.ts';
import { HELD_LISTED_MAX, PASSED_OVER_MAX } from './passed-over.ts';
import { type CampaignBudgets, createSpending, NO_ROW } from './spending.ts';

const LIVE = { nowMs: 1_800_000_000_000, isTest: false };
const { nowMs: NOW_MS } = LIVE;
const AD = { cid: 'shoes', adomain: ['shoes.example'] };

function budgetsOf(payable: readonly boolean[], cause: HoldCause = 'slice') {
  const calls: unknown[] = [];
  const held: (readonly [number, HoldCause])[] = [];
  const budgets: CampaignBudgets = {
    canPay: (row) => payable[row] === true,
    reserve(...args) {
      calls.push(args);
      return payable[args[0]] !== false;
    },
    countTrial: (...args) => void calls.push(args),
    holdCause: () => cause,
    countHeld: (...args) => void held.push(args),
  };
  return { budgets, calls, held };
}

const rankedOf = (count: number) => {
  let next = 0;
  const price = { priceMicros: 1_000_000, rankMicros: 1_000_000, unitMicros: 1_000_000 };
  return () => (next < count ? { campaign: next++, ...price, fit: undefined } : undefined);
};

test('campaigns that cannot pay are left out of the ranking, counted and listed; the others keep their order', () => {
  const { budgets, held } = budgetsOf([false, true, false, true], 'pace');
  const spending = createSpending((campaign) => [0, 1, 2, 3][campaign] ?? NO_ROW, budgets);
  const spent = spending.begin(LIVE);
  const next = spent.affordable(rankedOf(5));
  expect([next(), next(), next(), next()].map((ranked) => ranked?.campaign)).toEqual([
    1,
    3,
    4,
    undefined,
  ]);
  expect(held).toEqual([
    [0, 'pace'],
    [2, 'pace'],
  ]);
  expect(spent.held).toEqual([
    { campaign: 0, priceMicros: 1_000_000, cause: 'pace', fault: 'it is ahead of its pace' },
    { campaign: 2, priceMicros: 1_000_000, cause: 'pace', fault: 'it is ahead of its pace' },
  ]);
});

test('in test mode those that are held back are listed and not counted', () => {
  const { budgets, held } = budgetsOf([false]);
  const spent = createSpending((campaign) => campaign, budgets).begin({ ...LIVE, isTest: true });
  expect(spent.affordable(rankedOf(1))()).toBeUndefined();
  expect([spent.held.length, held.length]).toEqual([1, 0]);
});

test('the search for one that can pay has an end; all that it passes are counted, and the dearest listed', () => {
  const count = PASSED_OVER_MAX + 1;
  const payable = Array.from({ length: count }, (_, row) => row === PASSED_OVER_MAX);
  const { budgets, held } = budgetsOf(payable);
  const spending = createSpending((campaign) => campaign, budgets);
  const spent = spending.begin(LIVE);
  expect(spent.affordable(rankedOf(count))()).toBeUndefined();
  expect(held).toHaveLength(PASSED_OVER_MAX);
  const dearest = Array.from({ length: HELD_LISTED_MAX }, (_, campaign) => campaign);
  expect(spent.held.map(({ campaign }) => campaign)).toEqual(dearest);
  expect(spending.begin(LIVE).affordable(rankedOf(0))()).toBeUndefined();
});

test('trials and reservations go to the row of the campaign, and nowhere without one', () => {
  const { budgets, calls } = budgetsOf([]);
  const spending = createSpending((campaign) => [7][campaign] ?? NO_ROW, budgets);
  spending.countTrial(0, 'misfit');
  spending.countTrial(1, 'misfit');
  const { reserver } = spending.begin(LIVE);
  expect(reserver(0, AD)(2_000_000)).toBeUndefined();
  expect(reserver(1, AD)(2_000_000)).toBeUndefined();
  expect(calls).toEqual([
    [7, 'misfit'],
    [7, 2_000_000, NOW_MS],
  ]);
});

test('a bid reserves from the row that its campaign had when it bid', () => {
  const { budgets, calls } = budgetsOf([]);
  let row = 7;
  const reserve = createSpending(() => row, budgets)
    .begin(LIVE)
    .reserver(0, AD);
  row = 8;
  reserve(2_000_000);
  expect(calls).toEqual([[7, 2_000_000, NOW_MS]]);
});

test('a campaign whose bids cannot pay says why of each, and is counted once for the request', () => {
  const { budgets, held } = budgetsOf([false, false], 'budget');
  const { reserver } = createSpending((campaign) => campaign, budgets).begin(LIVE);
  const faults = [reserver(0, AD), reserver(0, AD), reserver(1, AD)].map((reserve) =>
    reserve(2_000_000),
  );
  expect(faults).toEqual(faults.map(() => 'budget'));
  expect(held).toEqual([
    [0, 'budget'],
    [1, 'budget'],
  ]);
});
