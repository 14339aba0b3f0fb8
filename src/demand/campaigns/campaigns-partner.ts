import type { LocalPartner, PartnerBid, Passed } from '../partner.ts';
import { createAdStore } from './ad-store.ts';
import { createCampaignIndex } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { type Choice, chooseAds } from './choose-ads.ts';
import { readFlight } from './flight.ts';
import { type CampaignBudgets, createSpending, type Spending } from './spending.ts';

export type CampaignsPartnerOptions = {
  readonly name: string;
  readonly campaigns: readonly Campaign[];
  /** What image paths like `/images/tent.svg` are appended to. */
  readonly imageBaseUrl: string;
  /** Without them, campaigns can always pay. */
  readonly budgets?: CampaignBudgets;
  /** Campaigns that ended before this time are left out. */
  readonly nowMs?: number;
};

const NATIVE_MARKUP = 4;

/** Direct-sold ads: bids what the campaigns that match a request pay. */
export function createCampaignsPartner(options: CampaignsPartnerOptions): LocalPartner {
  const { name, imageBaseUrl, nowMs: sinceMs = Number.NEGATIVE_INFINITY } = options;
  const campaigns = options.campaigns.filter(({ flight }) => readFlight(flight).endMs > sinceMs);
  const index = createCampaignIndex(campaigns);
  const ads = createAdStore(campaigns, imageBaseUrl);
  const spending =
    options.budgets === undefined ? undefined : createSpending(name, campaigns, options.budgets);

  return {
    kind: 'local',
    name,
    bid({ request, imps, nowMs }) {
      const bids: PartnerBid[] = [];
      const passed: Passed[] = [];
      const ranked = index.rank(request, nowMs);
      const affordable = spending?.affordable(ranked, nowMs) ?? ranked;
      const chosen = chooseAds(imps, {
        ads,
        nextRanked: affordable,
        onTrial: spending?.countTrial,
      });
      for (const { imp, choices, misfit } of chosen) {
        const impid = imp.imp.id;
        for (const choice of choices) bids.push(bidOf(choice, impid, spending, nowMs));
        if (choices.length === 0 && misfit !== undefined) passed.push({ impid, reason: misfit });
      }
      if (bids.length > 0) return { kind: 'bids', bids, passed };
      const reason = passed.length === 0 ? 'no matching campaign' : 'no creative fits';
      return { kind: 'no-bid', reason, passed };
    },
  };
}

function bidOf(
  { ad, campaign, creative, native, priceMicros }: Choice,
  impid: string,
  spending: Spending | undefined,
  nowMs: number,
): PartnerBid {
  return {
    id: `${impid}.${ad.cid}`,
    impid,
    priceMicros,
    currency: 'USD',
    seat: ad.seat,
    creative: { kind: 'composed', native },
    adomain: ad.adomain,
    crid: creative.crid,
    cid: ad.cid,
    mtype: NATIVE_MARKUP,
    ...ad.categories,
    ...(spending === undefined ? {} : { reserve: spending.reserver(campaign, nowMs) }),
  };
}
