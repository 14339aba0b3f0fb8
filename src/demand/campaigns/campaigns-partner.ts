import type { LocalPartner, PartnerBid, Passed } from '../partner.ts';
import { type AdStore, createAdStore } from './ad-store.ts';
import { type CampaignIndex, createCampaignIndex } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { type Choice, chooseAds } from './choose-ads.ts';
import { readFlight } from './flight.ts';
import { type CampaignBudgets, createSpending, NO_PLACE, type Spending } from './spending.ts';

export type CampaignsPartnerOptions = {
  readonly name: string;
  readonly campaigns: readonly Campaign[];
  /** What image paths like `/images/tent.svg` are appended to. */
  readonly imageBaseUrl: string;
  /** Without them, campaigns can always pay. */
  readonly budgets?: PartnerBudgets;
  /** Campaigns that ended before this time are left out. */
  readonly nowMs?: number;
};

/** The place of a campaign there is under the name of its partner and its own id. */
export type PartnerBudgets = CampaignBudgets & {
  readonly indexOf: (partner: string, campaign: string) => number | undefined;
};

const NATIVE_MARKUP = 4;

/** Direct-sold ads: bids what the campaigns that match a request pay. The campaigns stay the same. */
export function createCampaignsPartner(options: CampaignsPartnerOptions): LocalPartner {
  const { name, imageBaseUrl, budgets, nowMs: sinceMs = Number.NEGATIVE_INFINITY } = options;
  const campaigns = options.campaigns.filter(({ flight }) => readFlight(flight).endMs > sinceMs);
  const { rank } = createCampaignIndex(campaigns);
  const ads = createAdStore(campaigns, imageBaseUrl);
  if (budgets === undefined) return bidWith({ name, rank, ads });
  const places = Int32Array.from(campaigns, ({ id }) => budgets.indexOf(name, id) ?? NO_PLACE);
  const spending = createSpending((campaign) => places[campaign] ?? NO_PLACE, budgets);
  return bidWith({ name, rank, ads, spending });
}

export type BidderParts = {
  readonly name: string;
  readonly rank: CampaignIndex['rank'];
  readonly ads: AdStore;
  readonly spending?: Spending;
};

export function bidWith({ name, rank, ads, spending }: BidderParts): LocalPartner {
  return {
    kind: 'local',
    name,
    bid({ request, imps, nowMs }) {
      const bids: PartnerBid[] = [];
      const passed: Passed[] = [];
      const ranked = rank(request, nowMs);
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
