import { atOnce } from '../../lib/steps.ts';
import { publisherIdOf } from '../../openrtb/publisher-id.ts';
import type { ValidRequest } from '../../openrtb/validate.ts';
import { HOLD_WORDS } from '../../sale/hold-cause.ts';
import { createAskedRates } from '../asked-rates.ts';
import type { LocalPartner, OpenImp, PartnerBid, Passed, Solicitation } from '../partner.ts';
import { createRateBook, type RateBook } from '../rate-book.ts';
import { type AdStore, createAdvertiserNumbers } from './ads.ts';
import type { CampaignIndex, Ranked } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { buildTier, type LiveEntry } from './campaign-tier.ts';
import { type AdChoice, type Choosing, type Chosen, chooseAds } from './choose-ads.ts';
import { missingFor, type OnMisfit, tellingMisfit } from './fit-creative.ts';
import { preferenceOf } from './rotation.ts';
import {
  type CampaignBudgets,
  createSpending,
  type Held,
  NO_ROW,
  type Spending,
} from './spending.ts';
import type { TierRates } from './tier-rates.ts';

type CampaignsPartnerOptions = {
  readonly name: string;
  readonly campaigns: readonly Campaign[];
  /** What image paths like `/images/tent.svg` are appended to. */
  readonly imageBaseUrl: string;
  /** Without them, campaigns can always pay. */
  readonly budgets?: PartnerBudgets;
  readonly onMisfit?: OnMisfit;
  /** Without it, nothing is known of any campaign. */
  readonly rates?: RateBook;
};

/** The row of a campaign there is under the name of its partner and its own id. */
export type PartnerBudgets = CampaignBudgets & {
  readonly indexOf: (partner: string, campaign: string) => number | undefined;
};

const NATIVE_MARKUP = 4;

/** With campaigns that stay the same, filed by the rates of now. */
export function createCampaignsPartner(options: CampaignsPartnerOptions): LocalPartner {
  const { name, campaigns, imageBaseUrl, budgets, onMisfit } = options;
  const { rates: book = createRateBook() } = options;
  const asked = createAskedRates(book);
  const entries = entriesOf(name, campaigns, budgets);
  const tier = atOnce(
    buildTier(entries, imageBaseUrl, createAdvertiserNumbers(), { partner: name, book, asked }),
  );
  return bidWith({
    name,
    rank(solicitation) {
      asked.begin(solicitation);
      return tier.rank(solicitation.request, solicitation.nowMs);
    },
    ads: tier.ads,
    rates: tier.rates,
    spending: budgets && createSpending(tier.rowOf, budgets),
    onMisfit,
  });
}

/** Campaigns of a file, each with its row in the budgets. */
export function entriesOf(
  partner: string,
  campaigns: readonly Campaign[],
  budgets: Pick<PartnerBudgets, 'indexOf'> | undefined,
): readonly LiveEntry[] {
  return campaigns.map((campaign) => ({
    id: campaign.id,
    row: budgets?.indexOf(partner, campaign.id) ?? NO_ROW,
    text: JSON.stringify(campaign),
  }));
}

type BidderParts = {
  readonly name: string;
  readonly rank: (solicitation: Solicitation) => ReturnType<CampaignIndex['rank']>;
  readonly ads: AdStore;
  readonly rates: Pick<TierRates, 'priceMicros' | 'promiseOf'>;
  readonly spending: Spending | undefined;
  /** Not called in test mode. */
  readonly onMisfit?: OnMisfit | undefined;
};

/** Direct-sold ads: bids what the campaigns that match a request pay. */
export function bidWith(parts: BidderParts): LocalPartner {
  const { name, rank, ads, rates, spending, onMisfit } = parts;
  return {
    kind: 'local',
    name,
    bid(solicitation) {
      const { request, imps, nowMs, chance, onlyRelevant } = solicitation;
      const bids: PartnerBid[] = [];
      const passed: Passed[] = [];
      const spent = spending?.begin({ nowMs, isTest: request.isTest });
      const { nextTargeted, nextFiller } = rank(solicitation);
      const choose = (open: readonly OpenImp[], next: () => Ranked | undefined) =>
        chooseAds(open, {
          ads,
          nextRanked: spent?.affordable(next) ?? next,
          preferenceOf: (ad, campaign) =>
            preferenceOf(ad, chance, ({ crid }, imp) => rates.promiseOf(campaign, crid, imp)),
          onTrial: spending?.countTrial,
          onMisfit: onMisfit && !request.isTest ? tellMisfit(onMisfit, request) : undefined,
        });
      const targeted = choose(imps, nextTargeted);
      const chosen = onlyRelevant
        ? targeted
        : fillGaps(targeted, (open) => choose(open, nextFiller));
      for (const { imp, choices, misfit } of chosen) {
        const impid = imp.imp.id;
        for (const choice of choices) bids.push(bidOf(choice, imp, rates, spent));
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
  { ad, campaign, creative, native, priceMicros, unitMicros }: AdChoice,
  imp: OpenImp,
  rates: BidderParts['rates'],
  spent: ReturnType<Spending['begin']> | undefined,
): PartnerBid {
  const impid = imp.imp.id;
  const { crid } = creative;
  const { paysPer } = ad;
  const shown = paysPer === 'impression' ? undefined : { crid, native, imp };
  return {
    id: `${impid}.${ad.cid}`,
    impid,
    priceMicros:
      shown === undefined
        ? priceMicros
        : (rates.priceMicros(campaign, unitMicros, shown) ?? priceMicros),
    currency: 'USD',
    seat: ad.seat,
    creative: { kind: 'composed', native },
    adomain: ad.adomain,
    crid,
    cid: ad.cid,
    mtype: NATIVE_MARKUP,
    ...ad.categories,
    ...(paysPer === 'impression' ? {} : { charge: { per: paysPer, micros: unitMicros } }),
    ...(spent === undefined ? {} : { reserve: spent.reserver(campaign) }),
  };
}
