import type { Win } from '../../core/auction/award.ts';
import { type Candidate, checkBid, checkTerms } from '../../core/auction/check-bid.ts';
import { Drop } from '../../core/auction/drop.ts';
import type { PartnerBid } from '../../core/auction/partner.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import { aboutRequest } from '../../demand/about-request.ts';
import { seatOf } from '../../demand/campaigns/ads.ts';
import { formatName } from '../../demand/rate-book.ts';
import { unseen } from '../../demand/rate-model.ts';
import type { RequestSample } from '../../ledger/samples/request-samples.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Steps } from '../../lib/steps.ts';
import {
  asReplayed,
  atPrice,
  bidsOf,
  type CampaignTrial,
  contestOf,
  type Match,
  matcherOf,
  partnerOf,
} from './own-bids.ts';
import { readSample, type SampledAuction } from './read-sample.ts';
import {
  awardAgain,
  candidatesAgain,
  openAgain,
  type ReplayedAuction,
  type ReplayTerms,
} from './replay-auction.ts';

/** Parts and multiples of the campaign's own bid, of which 1 is the bid itself. */
const CURVE_FACTORS = [0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3] as const;

/** Different reasons that are counted. Further ones are not. */
const REASONS_MAX = 30;

/** Requests, by the weights of their samples, and how many samples they are. */
type Weighed = { requests: number; samples: number };

type CurvePoint = {
  readonly factor: number;
  impressions: number;
  /** What these impressions cost together, in micros. */
  spendMicros: number;
};

/** Why a campaign that runs on a request did not win it. */
type LostReason = {
  readonly kind: string;
  /** A sentence about one of them. */
  readonly example: string;
  requests: number;
};

export type ReplayedCampaign = ReturnType<typeof startCounts>;

function startCounts(ignored: readonly string[]) {
  const none = (): Weighed => ({ requests: 0, samples: 0 });
  return {
    ignored,
    all: none(),
    matched: none(),
    won: none(),
    curve: CURVE_FACTORS.map((factor): CurvePoint => ({ factor, impressions: 0, spendMicros: 0 })),
    /** By the field of a condition: requests that fail this one alone. */
    conditions: new Map<string, number>(),
    reasons: new Map<string, LostReason>(),
  };
}

/**
 * What a campaign would have won of the sampled requests, at its own price and at others. The samples come in an order
 * by lot, so that a replay that is over early is a smaller sample.
 */
export function* replayCampaign(
  samples: readonly RequestSample[],
  trial: CampaignTrial,
  terms: ReplayTerms,
  isOver: () => boolean,
): Steps<ReplayedCampaign> {
  const parts = yield* partsOf(trial, terms);
  for (const { text, minuteMs, weightThousandths } of samples) {
    if (isOver()) break;
    const sampled = readSample(text);
    if (sampled !== undefined) {
      replayOne({ sampled, minuteMs, weight: weightThousandths / 1000 }, parts);
    }
    yield;
  }
  return parts.counts;
}

function* partsOf(trial: CampaignTrial, terms: ReplayTerms): Steps<TrialParts> {
  const { campaign, ignored } = asReplayed(trial.campaign);
  let missing = '';
  const onMisfit = (words: string) => {
    missing = words;
  };
  return {
    counts: startCounts(ignored),
    terms,
    trial,
    matchOf: yield* matcherOf(trial.campaign),
    partner: partnerOf(trial, campaign, onMisfit),
    costOf: expectedCostOf(trial),
    takeMissing() {
      const words = missing;
      missing = '';
      return words;
    },
  };
}

type TrialParts = {
  readonly counts: ReplayedCampaign;
  readonly terms: ReplayTerms;
  readonly trial: CampaignTrial;
  readonly matchOf: (auction: ReplayedAuction, nowMs: number) => Match;
  readonly partner: ReturnType<typeof partnerOf>;
  readonly costOf: ReturnType<typeof expectedCostOf>;
  /** What the last creatives that did not fit lacked. */
  readonly takeMissing: () => string;
};

type ReadSample = {
  readonly sampled: SampledAuction;
  readonly minuteMs: number;
  readonly weight: number;
};

function replayOne(sample: ReadSample, parts: TrialParts): void {
  const { sampled, minuteMs, weight } = sample;
  const { counts, trial, matchOf, partner } = parts;
  const auction = openAgain(sampled, parts.terms);
  add(counts.all, weight);
  const isClosed = auction.judgement.imps.length === 0;
  if (isClosed || sampled.notAsked.includes(trial.partner)) return;
  const match = matchOf(auction, minuteMs);
  if ('failed' in match) {
    const { failed } = match;
    if (failed !== undefined) {
      counts.conditions.set(failed, (counts.conditions.get(failed) ?? 0) + weight);
    }
    return;
  }
  add(counts.matched, weight);
  const bids = bidsOf(partner, auction, minuteMs, parts.terms.chance);
  const missing = parts.takeMissing();
  if (bids.length === 0) {
    lose(counts, weight, 'misfit', `no creative has ${missing}`);
    return;
  }
  const terms = contestTermsOf(auction, trial.partner);
  for (const point of counts.curve) {
    const priced = atPrice(bids, point.factor);
    const contest = contestOf(priced, sampled.bids, match.runs, trial, terms);
    const outcome = hold(contest, auction, trial.partner, parts.terms);
    for (const win of outcome.won) {
      point.impressions += weight;
      point.spendMicros += weight * parts.costOf(win, publisherIdOf(sampled.request.wire));
    }
    if (point.factor !== 1) continue;
    if (outcome.won.length > 0) add(counts.won, weight);
    else lose(counts, weight, outcome.kind, outcome.example);
  }
}

function contestTermsOf({ judgement }: ReplayedAuction, partner: string) {
  return {
    conversation: aboutRequest(judgement.request),
    passes: (bid: PartnerBid) => !(checkTerms(partner, bid, judgement) instanceof Drop),
  };
}

/** Judges the bids of the campaign and holds the auction: what it wins or, if nothing, why. */
function hold(
  { own, others }: ReturnType<typeof contestOf>,
  auction: ReplayedAuction,
  partner: string,
  { chance }: ReplayTerms,
) {
  const { judgement } = auction;
  let dropped: Drop | undefined;
  const candidates = own.flatMap((bid): readonly Candidate[] => {
    const verdict = checkBid(partner, bid, judgement);
    if (!(verdict instanceof Drop)) return [verdict];
    dropped ??= verdict;
    return [];
  });
  const rivals = candidatesAgain(others, judgement);
  const wins = awardAgain(auction, [...candidates, ...rivals], chance);
  const won = wins.filter(({ candidate }) => candidates.includes(candidate));
  if (own.length === 0) {
    return {
      won,
      kind: 'own-campaign',
      example: 'another campaign of the same partner goes first',
    };
  }
  if (candidates.length === 0 && dropped !== undefined) {
    return { won, kind: dropped.slug, example: dropped.reason };
  }
  const winner = wins.find(({ candidate }) => candidate.imp === candidates[0]?.imp)?.candidate;
  return winner?.deal === undefined
    ? { won, kind: 'outbid', example: `${winner?.partner ?? 'another partner'} bid more` }
    : { won, kind: 'deal', example: `${winner.partner} bid on a deal` };
}

function add(to: Weighed, weight: number): void {
  to.requests += weight;
  to.samples++;
}

/** One kind of reason has several words only where they tell what is missing. */
function lose(counts: ReplayedCampaign, weight: number, kind: string, example: string): void {
  const key = kind === 'misfit' || kind === 'outbid' ? `${kind} ${example}` : kind;
  const known = counts.reasons.get(key);
  if (known !== undefined) known.requests += weight;
  else if (counts.reasons.size < REASONS_MAX) {
    counts.reasons.set(key, { kind, example, requests: weight });
  }
}

const IMPRESSIONS_PER_MILLE = 1000;

/**
 * What the buyer can be expected to pay for one impression that it won, in micros. Clicks and conversions cost their own
 * price, whatever the auction made of the bid, as often as its ads were answered there; a bid also explores.
 */
function expectedCostOf({ partner, campaign, rates }: CampaignTrial) {
  const named = rates.campaign(partner, shortened(campaign.id), shortened(seatOf(campaign)));
  const elsewhere = unseen('cell', named.whole);
  const cells = new Map(
    rates
      .cellsIn(named.text)
      .map((cell) => [keyOf(cell.publisher, cell.format, cell.creative), cell.estimates]),
  );
  return ({ candidate, clearingMicros }: Win, publisher: string | undefined): number => {
    const { charge, crid = '' } = candidate.bid;
    if (charge === undefined || charge.per === 'impression') {
      return clearingMicros / IMPRESSIONS_PER_MILLE;
    }
    const format = candidate.format === undefined ? '' : formatName(candidate.format);
    const key = keyOf(shortened(publisher ?? ''), format, shortened(crid));
    return charge.micros * (cells.get(key) ?? elsewhere)[charge.per].rate;
  };
}

function keyOf(...names: readonly string[]): string {
  return names.join('\n');
}
