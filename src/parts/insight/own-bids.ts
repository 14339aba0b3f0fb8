import { rejectionOf } from '../../core/auction/judge.ts';
import { rankFactor } from '../../core/auction/judge-fit.ts';
import { type LocalPartner, NO_EXPOSURE, type PartnerBid } from '../../core/auction/partner.ts';
import { createAskedRates } from '../../demand/asked-rates.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { buildTier } from '../../demand/campaigns/campaign-tier.ts';
import {
  atItsWorth,
  createCampaignsPartner,
  entriesOf,
} from '../../demand/campaigns/campaigns-partner.ts';
import { BIDS_PER_IMP_MAX } from '../../demand/campaigns/choose-ads.ts';
import { FIT_FIELD } from '../../demand/campaigns/free-fields.ts';
import { wholeMicros } from '../../demand/campaigns/price.ts';
import { NO_ROW } from '../../demand/campaigns/spending.ts';
import { createRateBook, type RateBook } from '../../demand/rate-book.ts';
import type { About } from '../../language/lexicon/about.ts';
import type { SampledBidder } from '../../ledger/samples/sampled-auction.ts';
import type { Steps } from '../../lib/steps.ts';
import type { SampledAuction } from './read-sample.ts';
import type { ReplayedAuction } from './replay-auction.ts';

/** A campaign that nobody runs yet, and the partner that it would belong to. */
export type CampaignTrial = {
  readonly partner: string;
  readonly campaign: Campaign;
  readonly imageBaseUrl: string;
  /** Whether a campaign of the same partner includes nothing in its targeting. */
  readonly isFiller: (campaign: string) => boolean;
  /** What is known of it, of its advertiser and of the exchange. */
  readonly rates: RateBook;
};

/** Conditions on what samples do not have, since it is about the person. */
const NOT_SAMPLED = ['interests', 'behaviors', 'segments'] as const;

type Targeting = NonNullable<Campaign['targeting']>;
type Side = keyof Targeting;
const SIDES: readonly Side[] = ['include', 'exclude'];

/** A condition of a campaign, by the path of its field, and the campaign without it. */
type WithoutCondition = ReplayedVariant & { readonly field: string };

/** A campaign as it is replayed. Those that include something in their targeting go before those that do not. */
type ReplayedVariant = { readonly campaign: Campaign; readonly kind: CampaignKind };

type CampaignKind = 'targeted' | 'filler';

/** Its price and its conditions on requests alone: when it runs and what it may spend are counted later. */
export function asReplayed({ flight: _, budget: __, ...campaign }: Campaign) {
  const { targeting = {}, frequency, adjustments = [] } = campaign;
  const ignored: string[] = [];
  let replayed: Campaign = campaign;
  for (const side of SIDES) {
    for (const name of NOT_SAMPLED) {
      if (targeting[side]?.[name] === undefined) continue;
      ignored.push(`targeting.${side}.${name}`);
      replayed = without(replayed, side, name);
    }
  }
  for (const [index, { when }] of adjustments.entries()) {
    for (const name of NOT_SAMPLED) {
      if (when[name] !== undefined) ignored.push(`adjustments[${index}].when.${name}`);
    }
  }
  if (frequency !== undefined) ignored.push('frequency');
  // What it includes makes it a targeted one, also where samples do not have it.
  return { campaign: replayed, kind: kindOf(campaign), ignored };
}

export function kindOf({ targeting }: Pick<Campaign, 'targeting'>): CampaignKind {
  return Object.keys(targeting?.include ?? {}).length === 0 ? 'filler' : 'targeted';
}

/** The campaign without each of its conditions that samples can meet, the language of its ads among them. */
function withoutEach(campaign: Campaign): readonly WithoutCondition[] {
  const replayed = asReplayed(campaign).campaign;
  const conditions = SIDES.flatMap((side) =>
    Object.keys(replayed.targeting?.[side] ?? {}).map((name): WithoutCondition => {
      return {
        field: `targeting.${side}.${name}`,
        campaign: without(replayed, side, name),
        kind: kindOf(without(campaign, side, name)),
      };
    }),
  );
  const { language, ...unspoken } = replayed;
  if (language === undefined) return conditions;
  return [...conditions, { field: 'language', campaign: unspoken, kind: kindOf(campaign) }];
}

function without(campaign: Campaign, side: Side, name: string): Campaign {
  const kept = Object.entries(campaign.targeting?.[side] ?? {}).filter(([key]) => key !== name);
  return { ...campaign, targeting: { ...campaign.targeting, [side]: Object.fromEntries(kept) } };
}

/** `off-topic`: all its conditions are met, and the conversation is about something else. */
type RunsOn = (auction: ReplayedAuction, nowMs: number) => CampaignKind | 'off-topic' | undefined;

/** Whether a campaign runs on a request, by the index that serves. */
function* runsOnOf({ campaign, kind }: ReplayedVariant): Steps<RunsOn> {
  const book = createRateBook();
  const rates = { partner: '', book, asked: createAskedRates(book) };
  const { rank } = yield* buildTier(
    entriesOf([campaign], () => NO_ROW),
    '',
    rates,
  );
  return ({ judgement: { request, rules } }, nowMs) => {
    if (kind === 'filler' && rules.onlyRelevant) return undefined;
    const { nextTargeted, nextFiller, offTopic } = rank(request, nowMs, rules.onlyRelevant);
    if ((nextTargeted() ?? nextFiller()) !== undefined) return kind;
    return offTopic().length > 0 ? 'off-topic' : undefined;
  };
}

/** As what a campaign runs on a request, or the field of the condition that alone keeps it out, if one does. */
export type Match = { readonly runs: CampaignKind } | { readonly failed: string | undefined };

/** Matches a campaign with requests: as it is and, where it does not run, with each of its conditions left out. */
export function* matcherOf(campaign: Campaign): Steps<(...of: Parameters<RunsOn>) => Match> {
  const runsOn = yield* runsOnOf(asReplayed(campaign));
  const variants: { readonly field: string; readonly runsOn: RunsOn }[] = [];
  for (const { field, ...variant } of withoutEach(campaign)) {
    variants.push({ field, runsOn: yield* runsOnOf(variant) });
    yield;
  }
  return (auction, nowMs) => {
    const runs = runsOn(auction, nowMs);
    if (runs === 'off-topic') return { failed: FIT_FIELD };
    if (runs !== undefined) return { runs };
    const isKept = (one: RunsOn) => (one(auction, nowMs) ?? 'off-topic') !== 'off-topic';
    return { failed: variants.find((variant) => isKept(variant.runsOn))?.field };
  };
}

/** The partner with this campaign alone. Tells of each creative that does not fit. */
export function partnerOf(
  { partner: name, imageBaseUrl, rates }: CampaignTrial,
  campaign: Campaign,
  onMisfit: (missing: string) => void,
): LocalPartner {
  const tell = (_: string, __: string, missing: string) => onMisfit(missing);
  const campaigns = [campaign];
  // Beside others of the partner it may not be the first: that is found out in their contest.
  const asFirst = (bid: PartnerBid) => bid;
  return createCampaignsPartner({ name, campaigns, imageBaseUrl, rates, onMisfit: tell, asFirst });
}

export function bidsOf(
  { bid }: LocalPartner,
  { judgement }: ReplayedAuction,
  nowMs: number,
  chance: () => number,
): readonly PartnerBid[] {
  const { request, imps } = judgement;
  // That it runs, also where only relevant ads do, was decided before.
  const terms = { ...NO_EXPOSURE, nowMs, chance, onlyRelevant: false, rejectionOf };
  const auction = { ...judgement, ...terms };
  const reply = bid({ request, imps, withheldDeals: [], auction });
  return reply.kind === 'bids' ? reply.bids : [];
}

type ContestTerms = {
  /** What the request is about. */
  readonly conversation: About | undefined;
  /** Whether the auction would not drop the bid. */
  readonly passes: (bid: PartnerBid) => boolean;
};

type Contest = {
  /** The bids that the campaign makes beside the others of its partner. */
  readonly own: readonly PartnerBid[];
  /** The bids of others that are made beside it. */
  readonly others: SampledAuction['bids'];
};

/**
 * A partner bids with its campaigns as `choose-ads.ts` has it: for each impression the best by price and fit, from different
 * advertisers; each campaign once, unless an impression is left with nothing; fillers give way to targeted ones.
 */
export function contestOf(
  bids: readonly PartnerBid[],
  sampled: SampledAuction['bids'],
  runs: CampaignKind,
  { partner, campaign, isFiller }: CampaignTrial,
  { conversation, passes }: ContestTerms,
): Contest {
  // Where the campaign runs already, this one is instead of it.
  const others = sampled.filter((one) => one.partner !== partner || one.bid.cid !== campaign.id);
  const rankOf = ({ priceMicros, fit }: PartnerBid) =>
    priceMicros * rankFactor(conversation, fit?.score);
  const open = bids.flatMap((bid) => {
    const beside = others.filter((one) => one.partner === partner && one.bid.impid === bid.impid);
    const mates = beside.filter((one) => runs === 'filler' || !isFiller(one.bid.cid ?? ''));
    // Of campaigns that rank alike, those that were there go before.
    const before = mates.map((one) => one.bid).filter((mate) => rankOf(mate) >= rankOf(bid));
    const givesWay = runs === 'filler' && beside.some((one) => !isFiller(one.bid.cid ?? ''));
    const isChosen =
      !givesWay &&
      before.length < BIDS_PER_IMP_MAX &&
      before.every((mate) => mate.seat !== bid.seat && !(passes(mate) && isDearer(bid, mate)));
    return isChosen ? [{ bid, before, isAlone: beside.length === 0 }] : [];
  });
  const first = open.toSorted((a, b) => a.before.length - b.before.length)[0];
  const own = open
    .filter((one) => one === first || one.isAlone)
    .map(({ bid, before }) => (before.length === 0 ? atItsWorth(bid) : bid));
  const isOut = ({ partner: name, bid }: SampledBidder) => {
    const at = own.find(({ impid }) => impid === bid.impid);
    if (name !== partner || at === undefined) return false;
    const isBehind = passes(at) && isDearer(bid, at) && rankOf(bid) < rankOf(at);
    return isBehind || at.seat === bid.seat || (runs === 'targeted' && isFiller(bid.cid ?? ''));
  };
  return { own, others: others.filter((one) => !isOut(one)) };
}

/** A bid that is dearer than one that ranks before it is not made: it would win by its price. */
const isDearer = (bid: PartnerBid, other: PartnerBid) => bid.priceMicros > other.priceMicros;

/** The same bids at another price. */
export function atPrice(bids: readonly PartnerBid[], factor: number): readonly PartnerBid[] {
  if (factor === 1) return bids;
  const scaled = (micros: number) => wholeMicros(micros * factor);
  return bids.map(({ charge, worthMicros, ...bid }) => ({
    ...bid,
    priceMicros: scaled(bid.priceMicros),
    ...(worthMicros === undefined ? {} : { worthMicros: scaled(worthMicros) }),
    ...(charge !== undefined && 'micros' in charge
      ? { charge: { per: charge.per, micros: scaled(charge.micros) } }
      : {}),
  }));
}
