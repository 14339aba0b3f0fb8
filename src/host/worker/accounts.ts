import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { readFlight } from '../../demand/campaigns/flight.ts';
import { openHoursOf } from '../../demand/campaigns/local-times.ts';
import {
  cappedMicros,
  ceilingMicros,
  expectedCpmMicros,
  priceOfCampaign,
} from '../../demand/campaigns/price.ts';
import type { Account, CampaignBudget } from '../../ledger/budgets/account.ts';
import type { Assigned } from '../../ledger/budgets/seller.ts';
import { impressionMicros, toMicros } from '../../lib/money.ts';
import { UTC } from '../../lib/time-zone.ts';
import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import type { SetupRows, Work } from './work.ts';

/** Every campaign of files, with its row. */
export function assignedOf({ setup, rows }: FileCampaigns): readonly Assigned[] {
  return [...setup.campaigns].flatMap(([partner, list]) =>
    list.map((campaign, at) => ({
      index: rowOf(rows.campaigns, partner, at),
      account: accountOf(partner, campaign, setup.config.campaigns),
    })),
  );
}

/** Without a row, nobody would look at its budget. A setup is refused where the memory has too few of them. */
export function rowOf(rows: SetupRows['campaigns'], partner: string, at: number): number {
  const row = rows[partner]?.[at];
  if (row === undefined) throw new Error(`campaign ${at} of ${partner} has no row in the memory`);
  return row;
}

/** What a campaign gets from the config where it does not say otherwise. */
type CampaignDefaults = Config['campaigns'];

type FileCampaigns = Pick<Work, 'rows'> & {
  readonly setup: Pick<Setup, 'campaigns'> & {
    readonly config: { readonly campaigns: CampaignDefaults };
  };
};

export function accountOf(
  partner: string,
  campaign: Campaign,
  { riskMax: riskMaxDefault }: CampaignDefaults,
): Account {
  const { id, advertiser, domain, adjustments = [], flight, zone = UTC } = campaign;
  const { riskMax = riskMaxDefault } = campaign;
  const { startMs, endMs } = readFlight(flight, zone);
  const price = priceOfCampaign(campaign);
  const cpmMicros = expectedCpmMicros(price);
  return {
    partner,
    campaign: id,
    advertiser,
    domain,
    startMs,
    endMs,
    zone,
    openHours: openHoursOf(campaign.targeting),
    unitMicros: impressionMicros(cpmMicros),
    unitMicrosMax: unitMicrosMax(price, adjustments),
    budget: campaign.budget === undefined ? undefined : budgetOf(campaign.budget),
    riskMicros: price.per === 'impression' ? undefined : toMicros(riskMax),
  };
}

/** The most that one impression can cost: where clicks or conversions are paid for, one of them is never worth more. */
function unitMicrosMax(
  { per, micros }: ReturnType<typeof priceOfCampaign>,
  adjustments: NonNullable<Campaign['adjustments']>,
): number {
  const most = ceilingMicros(micros, adjustments);
  return per === 'impression'
    ? impressionMicros(most)
    : Math.min(most, impressionMicros(cappedMicros(Number.POSITIVE_INFINITY)));
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
