import { rejectionsBy } from '../../core/auction/judge.ts';
import { rankFactor } from '../../core/auction/judge-fit.ts';
import type { LocalPartner, PartnerBid } from '../../core/auction/partner.ts';
import { createAskedRates } from '../../demand/asked-rates.ts';
import { createIndexBuilder } from '../../demand/campaigns/campaign-index.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { atItsWorth, createCampaignsPartner } from '../../demand/campaigns/campaigns-partner.ts';
import { BIDS_PER_IMP_MAX } from '../../demand/campaigns/choose-ads.ts';
import { wholeMicros } from '../../demand/campaigns/price.ts';
import { createRateBook, type RateBook } from '../../demand/rate-book.ts';
import type { About } from '../../language/lexicon/about.ts';
import type { Steps } from '../../lib/steps.ts';
import type { ReplayedAuction } from './replay-auction.ts';
import type { SampledAuction, SampledBidder } from './sampled-auction.ts';

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
export function withoutEach(campaign: Campaign): readonly WithoutCondition[] {
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
export type RunsOn = (
  auction: ReplayedAuction,
  nowMs: number,
) => CampaignKind | 'off-topic' | undefined;

/** Whether a campaign runs on a request, by the index that serves. */
export function* runsOnOf({ campaign, kind }: ReplayedVariant): Steps<RunsOn> {
  const book = createRateBook();
  const { add, finish } = createIndexBuilder({ partner: '', book, asked: createAskedRates(book) });
  add(campaign);
  const { rank } = yield* finish();
  return ({ judgement: { request, rules } }, nowMs) => {
    if (kind === 'filler' && rules.onlyRelevant) return undefined;
    const { nextTargeted, nextFiller, offTopic } = rank(request, nowMs, rules.onlyRelevant);
    if ((nextTargeted() ?? nextFiller()) !== undefined) return kind;
    return offTopic().length > 0 ? 'off-topic' : undefined;
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
  const rejectionOf = rejectionsBy(judgement);
  // That it runs, also where only relevant ads do, was decided before.
  const reply = bid({ request, imps, nowMs, onlyRelevant: false, rejectionOf, chance });
  return reply.kind === 'bids' ? reply.bids : [];
}

type ContestTerms = {
  /** What the request is about. */
  readonly conversation: About | undefined;
  /** Whether the auction would not drop the bid. */
  readonly passes: (bid: PartnerBid) => boolean;
};

const ANY_TERMS: ContestTerms = { conversation: undefined, passes: () => true };

type Contest = {
  /** The bids that the campaign makes beside the others of its partner. */
  readonly own: readonly PartnerBid[];
  /** The bids of others that are made beside it. */
  readonly others: SampledAuction['bids'];
};

/**
 * A partner bids with its campaigns as `choose-ads.ts` has it: impressions choose one after the other, the best campaign by price and fit first, each
 * campaign once and each advertiser once for an impression; one that is left with nothing may have what others took.
 * Fillers give way to targeted ones.
 */
export function contestOf(
  bids: readonly PartnerBid[],
  sampled: SampledAuction['bids'],
  runs: CampaignKind,
  { partner, campaign, isFiller }: CampaignTrial,
  { conversation, passes }: ContestTerms = ANY_TERMS,
): Contest {
  // Where the campaign runs already, this one is instead of it.
  const others = sampled.filter((one) => one.partner !== partner || one.bid.cid !== campaign.id);
  const isMate = ({ partner: name, bid: { cid = '' } }: SampledBidder) =>
    name === partner && (runs === 'filler' || !isFiller(cid));
  const rankOf: RankOf = ({ priceMicros, fit }) =>
    priceMicros * rankFactor(conversation, fit?.score);
  const mates = others.filter(isMate).map(({ bid }) => bid);
  const open = bids.flatMap((bid): readonly OpenBid[] => {
    const beside = mates
      .filter(({ impid }) => impid === bid.impid)
      .sort((a, b) => rankOf(b) - rankOf(a));
    if (runs === 'filler' && beside.some(({ cid = '' }) => !isFiller(cid))) return [];
    const before = beside.filter((mate) => isFirst(mate, mates));
    return [{ bid, before, later: beside.filter((mate) => !before.includes(mate)) }];
  });
  const { first, own: chosen } = chosenOf(open, rankOf);
  // Of campaigns that rank alike, those that were there go before.
  const isLost = (bid: PartnerBid, mate: PartnerBid) =>
    passes(mate) && isDearer(bid, mate) && rankOf(bid) <= rankOf(mate);
  const own = chosen.filter((bid) => !mates.some((mate) => isLost(bid, mate)));
  const givesWay = ({ partner: name, bid }: SampledBidder) => {
    if (name !== partner) return false;
    const at = own.find(({ impid }) => impid === bid.impid);
    if (at === undefined) return false;
    const isLeft = at.impid === first?.impid && !isFirst(bid, mates);
    const isBehind = isLeft || (passes(at) && isDearer(bid, at) && rankOf(bid) < rankOf(at));
    return isBehind || at.seat === bid.seat || (runs === 'targeted' && isFiller(bid.cid ?? ''));
  };
  return { own, others: others.filter((one) => !givesWay(one)) };
}

/** Of two campaigns of a partner, how much each counts: its price, less where it fits less. */
type RankOf = (bid: PartnerBid) => number;

/** Than another bid for the same impression. If it ranks behind that one, it is not made. */
function isDearer(bid: PartnerBid, other: PartnerBid): boolean {
  return bid.impid === other.impid && bid.priceMicros > other.priceMicros;
}

/** Whether it is where the campaign was chosen first. Its bids for later impressions are for want of others. */
function isFirst({ cid, impid }: PartnerBid, mates: readonly PartnerBid[]): boolean {
  return !mates.some((mate) => mate.cid === cid && Number(mate.impid) < Number(impid));
}

type OpenBid = {
  readonly bid: PartnerBid;
  /** Those of campaigns that were first chosen for the same impression, those that rank highest first. */
  readonly before: readonly PartnerBid[];
  /** Those of campaigns that were chosen before, and that bid here for want of others. */
  readonly later: readonly PartnerBid[];
};

const ROUNDS = Array.from({ length: BIDS_PER_IMP_MAX }, (_, round) => round);

/** Where the campaign is chosen first, and with that the impressions that nobody else is for. */
function chosenOf(open: readonly OpenBid[], rankOf: RankOf) {
  const isChosen = chosenBy(rankOf);
  for (const round of ROUNDS) {
    const first = open.find(({ bid, before }) => isChosen(bid, before, round));
    if (first === undefined) continue;
    const empty = open.filter((one) => one !== first && one.before.length === 0);
    // One that gives way to it is chosen for the next impression that is for both.
    const next = first.before.length > 0 ? empty.find(({ later }) => later.length > 0) : undefined;
    const isShared = ({ bid, later }: OpenBid) => ROUNDS.some((one) => isChosen(bid, later, one));
    const others = empty.filter((one) => one !== next && isShared(one));
    const own = open.filter((one) => one === first || others.includes(one));
    const priced = (one: OpenBid) =>
      isChosen(one.bid, one.before, 0) ? atItsWorth(one.bid) : one.bid;
    return { first: first.bid, own: own.map(priced) };
  }
  return { first: undefined, own: [] };
}

/** Of campaigns that rank alike, those that were there go before a new one. */
function chosenBy(rankOf: RankOf) {
  return (bid: PartnerBid, before: readonly PartnerBid[], round: number): boolean => {
    const isBeside = before.slice(0, round).some(({ seat }) => seat === bid.seat);
    const rival = before[round];
    return !isBeside && (rival === undefined || rankOf(bid) > rankOf(rival));
  };
}

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
