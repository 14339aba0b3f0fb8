import type { Account, CampaignBudget } from '../../src/ledger/budgets/account.ts';
import type { TrafficShare } from '../../src/ledger/budgets/pacing.ts';
import { ALL_HOURS } from '../../src/lib/local-day.ts';

/** A day whose requests come evenly. */
export const BY_CLOCK: TrafficShare = (_, { startMs, endMs }, ms) =>
  (ms - startMs) / (endMs - startMs);

const NONE = { total: undefined, daily: undefined };

export const FIVE_DOLLARS_CPM = 5_000_000;

/** A campaign that pays 5,000 micros an impression, with the limits that a test is about. */
export function account(
  budget: Partial<CampaignBudget> | undefined,
  change: Partial<Account> = {},
): Account {
  return {
    partner: 'house',
    campaign: 'boots',
    advertiser: 'Boots & Co',
    domain: 'boots.example',
    startMs: Number.NEGATIVE_INFINITY,
    endMs: Number.POSITIVE_INFINITY,
    zone: 'UTC',
    openHours: ALL_HOURS,
    unitMicros: 5000,
    unitMicrosMax: 5000,
    budget:
      budget === undefined
        ? undefined
        : { pacing: 'asap', money: NONE, impressions: NONE, ...budget },
    riskMicros: undefined,
    ...change,
  };
}

export const total = (value: number) => ({ total: value, daily: undefined });
export const daily = (value: number) => ({ total: undefined, daily: value });
