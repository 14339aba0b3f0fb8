import type { LocalPartner, OpenImp, PartnerBid, Passed } from '../partner.ts';
import { createAdStore } from './ad-store.ts';
import { createCampaignIndex, type Ranked } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { type Choice, type Chosen, chooseAds } from './choose-ads.ts';
import { tellingMisfit } from './fit-creative.ts';
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
    bid({ request, imps, nowMs, onlyRelevant }) {
      const bids: PartnerBid[] = [];
      const passed: Passed[] = [];
      const { nextTargeted, nextFiller } = index.rank(request, nowMs);
      const choose = (open: readonly OpenImp[], next: () => Ranked | undefined) =>
        chooseAds(open, {
          ads,
          nextRanked: spending?.affordable(next, nowMs) ?? next,
          onTrial: spending?.countTrial,
        });
      const targeted = choose(imps, nextTargeted);
      const chosen = onlyRelevant
        ? targeted
        : fillGaps(targeted, (open) => choose(open, nextFiller));
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

/** Fillers bid only on impressions that no targeted campaign bids on. */
function fillGaps(
  targeted: readonly Chosen[],
  fill: (open: readonly OpenImp[]) => readonly Chosen[],
): readonly Chosen[] {
  const open = targeted.flatMap(({ imp, choices }) => (choices.length === 0 ? imp : []));
  if (open.length === 0) return targeted;
  const filled = new Map(fill(open).map((chosen) => [chosen.imp, chosen]));
  return targeted.map((chosen) => {
    const filler = filled.get(chosen.imp);
    if (filler === undefined) return chosen;
    return { ...filler, misfit: tellingMisfit(chosen.misfit, filler.misfit) };
  });
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
