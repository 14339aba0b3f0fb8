import type { Setup } from '../config/setup.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { readFlight } from '../demand/campaigns/flight.ts';
import { ceilingMicros, expectedCpmMicros, priceOfCampaign } from '../demand/campaigns/price.ts';
import type { Account, CampaignBudget } from '../ledger/budgets/account.ts';
import { impressionMicros, toMicros } from '../lib/money.ts';

/** Every campaign of every partner, in the order of the config and its files: the layout of the budget slices. */
export function accountsOf({ campaigns }: Pick<Setup, 'campaigns'>): readonly Account[] {
  return [...campaigns].flatMap(([partner, list]) =>
    list.map((campaign) => accountOf(partner, campaign)),
  );
}

export function accountOf(partner: string, campaign: Campaign): Account {
  const { id, advertiser, adjustments = [], flight } = campaign;
  const { startMs, endMs } = readFlight(flight);
  const cpmMicros = expectedCpmMicros(priceOfCampaign(campaign));
  return {
    partner,
    campaign: id,
    advertiser,
    startMs,
    endMs,
    unitMicros: impressionMicros(cpmMicros),
    unitMicrosMax: impressionMicros(ceilingMicros(cpmMicros, adjustments)),
    budget: campaign.budget === undefined ? undefined : budgetOf(campaign.budget),
  };
}

function budgetOf(budget: NonNullable<Campaign['budget']>): CampaignBudget {
  const { total, daily, pacing = 'even', impressions } = budget;
  const micros = (amount: number | undefined) =>
    amount === undefined ? undefined : toMicros(amount);
  return {
    pacing,
    money: { total: micros(total), daily: micros(daily) },
    impressions: { total: impressions?.total, daily: impressions?.daily },
  };
}
