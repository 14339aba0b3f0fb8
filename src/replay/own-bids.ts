import { rejectionsBy } from '../auction/judge.ts';
import { createAskedRates } from '../demand/asked-rates.ts';
import { createIndexBuilder } from '../demand/campaigns/campaign-index.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { createCampaignsPartner } from '../demand/campaigns/campaigns-partner.ts';
import { wholeMicros } from '../demand/campaigns/price.ts';
import type { LocalPartner, PartnerBid } from '../demand/partner.ts';
import { createRateBook } from '../demand/rate-book.ts';
import { atOnce } from '../lib/steps.ts';
import type { ReplayedAuction } from './replay-auction.ts';
import type { SampledAuction } from './sampled-auction.ts';

/** A campaign that nobody runs yet, and the partner that it would belong to. */
export type CampaignTrial = {
  readonly partner: string;
  readonly campaign: Campaign;
  readonly imageBaseUrl: string;
  /** Whether a campaign of the same partner includes nothing in its targeting. */
  readonly isFiller: (campaign: string) => boolean;
};

/** Conditions on what samples do not have, since it is about the person. */
const NOT_SAMPLED = ['interests', 'behaviors', 'segments'] as const;

type Targeting = NonNullable<Campaign['targeting']>;
type Side = keyof Targeting;
const SIDES: readonly Side[] = ['include', 'exclude'];

/** The conditions of a campaign, each by the path of its field, and the campaign without it. */
type WithoutCondition = { readonly field: string; readonly campaign: Campaign };

/** Its price and its conditions on requests alone: when it runs and what it may spend are counted later. */
export function asReplayed({ flight: _, budget: __, ...campaign }: Campaign) {
  const { targeting = {} } = campaign;
  const ignored: string[] = [];
  let replayed: Campaign = campaign;
  for (const side of SIDES) {
    for (const name of NOT_SAMPLED) {
      if (targeting[side]?.[name] === undefined) continue;
      ignored.push(`targeting.${side}.${name}`);
      replayed = without(replayed, side, name);
    }
  }
  for (const [index, { when }] of (campaign.adjustments ?? []).entries()) {
    for (const name of NOT_SAMPLED) {
      if (when[name] !== undefined) ignored.push(`adjustments[${index}].when.${name}`);
    }
  }
  return { campaign: replayed, ignored };
}

export function withoutEach(campaign: Campaign): readonly WithoutCondition[] {
  return SIDES.flatMap((side) =>
    Object.keys(campaign.targeting?.[side] ?? {}).map((name) => {
      return { field: `targeting.${side}.${name}`, campaign: without(campaign, side, name) };
    }),
  );
}

function without(campaign: Campaign, side: Side, name: string): Campaign {
  const kept = Object.entries(campaign.targeting?.[side] ?? {}).filter(([key]) => key !== name);
  return { ...campaign, targeting: { ...campaign.targeting, [side]: Object.fromEntries(kept) } };
}

type RunsOn = (auction: ReplayedAuction, nowMs: number) => 'targeted' | 'filler' | undefined;

/** Whether a campaign runs on a request, by the index that serves. */
export function runsOnOf(campaign: Campaign): RunsOn {
  const book = createRateBook();
  const { add, finish } = createIndexBuilder({ partner: '', book, asked: createAskedRates(book) });
  add(campaign);
  const { rank } = atOnce(finish());
  return ({ judgement: { request, rules } }, nowMs) => {
    const { nextTargeted, nextFiller } = rank(request, nowMs);
    if (nextTargeted() !== undefined) return 'targeted';
    return !rules.onlyRelevant && nextFiller() !== undefined ? 'filler' : undefined;
  };
}

/** The partner with this campaign alone. Tells of each creative that does not fit. */
export function partnerOf(
  { partner: name, imageBaseUrl }: CampaignTrial,
  campaign: Campaign,
  onMisfit: (missing: string) => void,
): LocalPartner {
  const tell = (_: string, __: string, missing: string) => onMisfit(missing);
  return createCampaignsPartner({ name, campaigns: [campaign], imageBaseUrl, onMisfit: tell });
}

export function bidsOf(
  { bid }: LocalPartner,
  { judgement }: ReplayedAuction,
  nowMs: number,
  chance: () => number,
): readonly PartnerBid[] {
  const { request, imps, rules } = judgement;
  const rejectionOf = rejectionsBy(judgement);
  const { onlyRelevant } = rules;
  const reply = bid({ request, imps, nowMs, onlyRelevant, rejectionOf, chance });
  return reply.kind === 'bids' ? reply.bids : [];
}

type Contest = {
  /** The bids that the campaign makes beside the others of its partner. */
  readonly own: readonly PartnerBid[];
  /** The bids of others that are made beside it. */
  readonly others: SampledAuction['bids'];
};

/**
 * A partner bids with its campaigns as `campaigns-partner.ts` has it: fillers give way to targeted ones, of one
 * advertiser the dearest bids, and a campaign takes a second impression only where no other is for it.
 */
export function contestOf(
  bids: readonly PartnerBid[],
  sampled: SampledAuction['bids'],
  runs: 'targeted' | 'filler',
  { partner, campaign, isFiller }: CampaignTrial,
): Contest {
  // Where the campaign runs already, this one is instead of it.
  const others = sampled.filter((one) => one.partner !== partner || one.bid.cid !== campaign.id);
  const mates = others.filter((one) => one.partner === partner);
  const own: PartnerBid[] = [];
  for (const bid of bids) {
    const beside = mates.filter((mate) => mate.bid.impid === bid.impid);
    const isOutranked =
      (runs === 'filler' && beside.some((mate) => !isFiller(mate.bid.cid ?? ''))) ||
      beside.some(
        ({ bid: { seat, priceMicros } }) => seat === bid.seat && priceMicros > bid.priceMicros,
      );
    const isSecond = own.length > 0 && beside.length > 0;
    if (!isOutranked && !isSecond) own.push(bid);
  }
  const givesWay = ({ partner: name, bid: { impid, cid = '', seat } }: (typeof others)[number]) =>
    name === partner &&
    own.some(
      (bid) => bid.impid === impid && (bid.seat === seat || (runs === 'targeted' && isFiller(cid))),
    );
  return { own, others: others.filter((one) => !givesWay(one)) };
}

/** The same bids at another price. */
export function atPrice(bids: readonly PartnerBid[], factor: number): readonly PartnerBid[] {
  if (factor === 1) return bids;
  return bids.map((bid) => ({ ...bid, priceMicros: wholeMicros(bid.priceMicros * factor) }));
}
