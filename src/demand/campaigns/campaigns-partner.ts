import { publisherIdOf } from '../../openrtb/publisher-id.ts';
import type { ValidRequest } from '../../openrtb/validate.ts';
import { HOLD_WORDS } from '../../sale/hold-cause.ts';
import type { LocalPartner, OpenImp, PartnerBid, Passed } from '../partner.ts';
import { type AdStore, createAdStore } from './ads.ts';
import { type CampaignIndex, createCampaignIndex, type Ranked } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { type AdChoice, type Choosing, type Chosen, chooseAds } from './choose-ads.ts';
import { missingFor, type OnMisfit, tellingMisfit } from './fit-creative.ts';
import { chargeOf } from './price.ts';
import { type ClickRateOf, preferenceOf } from './rotation.ts';
import {
  type CampaignBudgets,
  createSpending,
  type Held,
  NO_ROW,
  type Spending,
} from './spending.ts';

type CampaignsPartnerOptions = {
  readonly name: string;
  readonly campaigns: readonly Campaign[];
  /** What image paths like `/images/tent.svg` are appended to. */
  readonly imageBaseUrl: string;
  /** Without them, campaigns can always pay. */
  readonly budgets?: PartnerBudgets;
  readonly onMisfit?: OnMisfit;
  /** For campaigns that show their best creative; without it, that is the first. */
  readonly clickRates?: ClickRates;
};

type ClickRates = (request: ValidRequest) => ClickRateOf;

/** The row of a campaign there is under the name of its partner and its own id. */
export type PartnerBudgets = CampaignBudgets & {
  readonly indexOf: (partner: string, campaign: string) => number | undefined;
};

const NATIVE_MARKUP = 4;

/** Direct-sold ads: bids what the campaigns that match a request pay. The campaigns stay the same. */
export function createCampaignsPartner(options: CampaignsPartnerOptions): LocalPartner {
  const { name, campaigns, imageBaseUrl, budgets, onMisfit, clickRates } = options;
  const { rank } = createCampaignIndex(campaigns);
  const ads = createAdStore(campaigns, imageBaseUrl);
  if (budgets === undefined) return bidWith({ name, rank, ads, onMisfit, clickRates });
  const rows = Int32Array.from(campaigns, ({ id }) => budgets.indexOf(name, id) ?? NO_ROW);
  const spending = createSpending((campaign) => rows[campaign] ?? NO_ROW, budgets);
  return bidWith({ name, rank, ads, spending, onMisfit, clickRates });
}

type BidderParts = {
  readonly name: string;
  readonly rank: CampaignIndex['rank'];
  readonly ads: AdStore;
  readonly spending?: Spending;
  /** Not called in test mode. */
  readonly onMisfit?: OnMisfit | undefined;
  readonly clickRates?: ClickRates | undefined;
};

export function bidWith(parts: BidderParts): LocalPartner {
  const { name, rank, ads, spending, onMisfit, clickRates } = parts;
  return {
    kind: 'local',
    name,
    bid({ request, imps, nowMs, chance, onlyRelevant }) {
      const bids: PartnerBid[] = [];
      const passed: Passed[] = [];
      const spent = spending?.begin({ nowMs, isTest: request.isTest });
      const { nextTargeted, nextFiller } = rank(request, nowMs);
      const clickRateOf = clickRates?.(request);
      const choose = (open: readonly OpenImp[], next: () => Ranked | undefined) =>
        chooseAds(open, {
          ads,
          nextRanked: spent?.affordable(next) ?? next,
          preferenceOf: (ad) => preferenceOf(ad, chance, clickRateOf),
          onTrial: spending?.countTrial,
          onMisfit: onMisfit && !request.isTest ? tellMisfit(onMisfit, request) : undefined,
        });
      const targeted = choose(imps, nextTargeted);
      const chosen = onlyRelevant
        ? targeted
        : fillGaps(targeted, (open) => choose(open, nextFiller));
      for (const { imp, choices, misfit } of chosen) {
        const impid = imp.imp.id;
        for (const choice of choices) bids.push(bidOf(choice, impid, spent));
        if (choices.length === 0 && misfit !== undefined) passed.push({ impid, reason: misfit });
      }
      const reason = passed.length === 0 ? 'no matching campaign' : 'no creative fits';
      const held = spent?.held ?? [];
      for (const one of held) passed.push(heldBack(one, ads));
      if (bids.length > 0) return { kind: 'bids', bids, passed };
      return { kind: 'no-bid', reason: held.length > 0 ? HELD_REASON : reason, passed };
    },
  };
}

const HELD_REASON = 'matching campaigns were held back by their budget or pace';

function heldBack({ campaign, priceMicros, cause }: Held, ads: AdStore): Passed {
  return {
    reason: 'budget',
    campaign: ads.idOf(campaign),
    priceMicros,
    cause,
    fault: HOLD_WORDS[cause],
  };
}

function tellMisfit(onMisfit: OnMisfit, { wire }: ValidRequest): Choosing['onMisfit'] {
  return ({ cid, creatives }, imp, misfit) =>
    onMisfit(cid, publisherIdOf(wire) ?? '', missingFor(misfit, creatives, imp));
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
  { ad, campaign, creative, native, priceMicros }: AdChoice,
  impid: string,
  spent: ReturnType<Spending['begin']> | undefined,
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
    ...(ad.paysPer === 'impression' ? {} : { charge: chargeOf(ad.paysPer, priceMicros) }),
    ...(spent === undefined ? {} : { reserve: spent.reserver(campaign) }),
  };
}
