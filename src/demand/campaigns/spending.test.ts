import { expect, test } from 'bun:test';
import { type CampaignBudgets, createSpending, NO_ROW, PASSED_OVER_MAX } from './spending.ts';

const NOW_MS = 1_800_000_000_000;

function budgetsOf(payable: readonly boolean[]) {
  const calls: unknown[] = [];
  const budgets: CampaignBudgets = {
    canPay: (row) => payable[row] === true,
    reserve(...args) {
      calls.push(args);
      return true;
    },
    countTrial: (...args) => void calls.push(args),
  };
  return { budgets, calls };
}

const rankedOf = (count: number) => {
  let next = 0;
  return () =>
    next < count ? { campaign: next++, priceMicros: 1_000_000, unitMicros: 1_000_000 } : undefined;
};

test('campaigns that cannot pay are left out of the ranking, the others keep their order', () => {
  const { budgets } = budgetsOf([false, true, false, true]);
  const { affordable } = createSpending((campaign) => [0, 1, 2, 3][campaign] ?? NO_ROW, budgets);
  const next = affordable(rankedOf(5), NOW_MS);
  expect([next(), next(), next(), next()].map((ranked) => ranked?.campaign)).toEqual([
    1,
    3,
    4,
    undefined,
  ]);
});

test('the search for one that can pay has an end', () => {
  const count = PASSED_OVER_MAX + 1;
  const payable = Array.from({ length: count }, (_, row) => row === PASSED_OVER_MAX);
  const { affordable } = createSpending((campaign) => campaign, budgetsOf(payable).budgets);
  expect(affordable(rankedOf(count), NOW_MS)()).toBeUndefined();
  expect(affordable(rankedOf(0), NOW_MS)()).toBeUndefined();
});

test('trials and reservations go to the row of the campaign, and nowhere without one', () => {
  const { budgets, calls } = budgetsOf([]);
  const spending = createSpending((campaign) => [7][campaign] ?? NO_ROW, budgets);
  spending.countTrial(0, 'misfit');
  spending.countTrial(1, 'misfit');
  expect(spending.reserver(0, NOW_MS)(2_000_000)).toBeTrue();
  expect(spending.reserver(1, NOW_MS)(2_000_000)).toBeTrue();
  expect(calls).toEqual([
    [7, 'misfit'],
    [7, 2_000_000, NOW_MS],
  ]);
});

test('a bid reserves from the row that its campaign had when it bid', () => {
  const { budgets, calls } = budgetsOf([]);
  let row = 7;
  const reserve = createSpending(() => row, budgets).reserver(0, NOW_MS);
  row = 8;
  reserve(2_000_000);
  expect(calls).toEqual([[7, 2_000_000, NOW_MS]]);
});
