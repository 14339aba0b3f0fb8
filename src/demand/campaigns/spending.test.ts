import { expect, test } from 'bun:test';
import { type CampaignBudgets, createSpending, PASSED_OVER_MAX } from './spending.ts';

const NOW_MS = 1_800_000_000_000;

function budgetsOf(payable: readonly boolean[]) {
  const calls: unknown[] = [];
  const budgets: CampaignBudgets = {
    indexOf: (partner, campaign) =>
      partner === 'house' && campaign !== 'unknown' ? Number(campaign) : undefined,
    canPay: (place) => payable[place] === true,
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
  return () => (next < count ? { campaign: next++, priceMicros: 1_000_000 } : undefined);
};

test('campaigns that cannot pay are left out of the ranking, the others keep their order', () => {
  const { budgets } = budgetsOf([false, true, false, true]);
  const campaigns = ['0', '1', '2', '3', 'unknown'].map((id) => ({ id }));
  const { affordable } = createSpending('house', campaigns, budgets);
  const next = affordable(rankedOf(5), NOW_MS);
  expect([next(), next(), next(), next()].map((ranked) => ranked?.campaign)).toEqual([
    1,
    3,
    4,
    undefined,
  ]);
});

test('the search for one that can pay has an end', () => {
  const campaigns = Array.from({ length: PASSED_OVER_MAX + 1 }, (_, id) => ({ id: String(id) }));
  const { budgets } = budgetsOf(campaigns.map((_, place) => place === PASSED_OVER_MAX));
  const { affordable } = createSpending('house', campaigns, budgets);
  expect(affordable(rankedOf(campaigns.length), NOW_MS)()).toBeUndefined();
  expect(affordable(rankedOf(0), NOW_MS)()).toBeUndefined();
});

test('trials and reservations go to the budget slice of the campaign, by its id', () => {
  const { budgets, calls } = budgetsOf([]);
  const spending = createSpending('house', [{ id: '7' }, { id: 'unknown' }], budgets);
  spending.countTrial(0, false);
  spending.countTrial(1, false);
  expect(spending.reserver(0, NOW_MS)(2_000_000)).toBeTrue();
  expect(spending.reserver(1, NOW_MS)(2_000_000)).toBeTrue();
  expect(calls).toEqual([
    [7, false],
    [7, 2_000_000, NOW_MS],
  ]);
});
